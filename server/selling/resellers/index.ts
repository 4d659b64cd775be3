/** The public face of resellers. */
export { closeAgency } from './close.ts';
