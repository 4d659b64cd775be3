export { resellerCalls } from './calls.ts';
export { closeAgency } from './close.ts';
