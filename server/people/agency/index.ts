/** The public face of agency. */
export { storedLogo, type StoredLogo } from './logo.ts';
export {
  deleteAgency,
  findAgency,
  holdProcessing,
  insertAgency,
  isProcessingStopped,
  lockAgency,
  markDeleting,
} from './queries.ts';
