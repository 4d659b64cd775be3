/** What other features may use of pausing. */
export { countHeld, findAgencyPause } from './queries.ts';
