/** Counting tries, for features that have limits of their own. */
export { countTries } from './count-tries.ts';
export { takeTry, type Limit } from './limits.ts';
