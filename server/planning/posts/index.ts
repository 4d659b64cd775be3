export { postCalls } from './calls.ts';
