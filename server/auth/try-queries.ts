/** What other features ask of the limits on trying. */
export { forgetTries } from './limits.ts';
