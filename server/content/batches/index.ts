export { batchCalls } from './calls.ts';
