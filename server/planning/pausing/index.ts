export { pausingCalls } from './calls.ts';
export { countHeld, findAgencyPause } from './queries.ts';
