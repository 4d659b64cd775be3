/** The profile, logo and stored settings of an agency. */
export { agencyCalls } from './calls.ts';
export { storedLogo, type StoredLogo } from './logo.ts';
export {
  deleteAgency,
  findAgency,
  holdProcessing,
  insertAgency,
  isProcessingStopped,
  lockAgency,
  markDeleting,
  noteFileTitlesSettled,
} from './queries.ts';
