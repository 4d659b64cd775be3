/** What other features may use of resellers. */
export { closeAgency } from './close.ts';
