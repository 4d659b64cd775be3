/** The public face of pausing. */
export { countHeld, findAgencyPause } from './queries.ts';
