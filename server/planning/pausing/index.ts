export { countHeld, findAgencyPause } from './queries.ts';
