export { closeAgency } from './close.ts';
