export { handOverCalls } from './calls.ts';
