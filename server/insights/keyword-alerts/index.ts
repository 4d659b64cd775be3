export { watchingCalls } from './calls.ts';
