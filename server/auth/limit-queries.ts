/** Counting tries, for features that have limits of their own. */
export { takeTry, type Limit } from './limits.ts';
