/** Counting tries, for features that have limits of their own. */
export { countTries } from './count-tries.ts';
export { returnTry, secondsToWait, takeTry, type Limit } from './limits.ts';
