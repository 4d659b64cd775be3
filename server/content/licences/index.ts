/** The public face of licences. */
export { licenceCalls } from './calls.ts';
export { withdrawWork } from './withdraw.ts';
