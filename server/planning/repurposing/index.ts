export { repurposingCalls } from './calls.ts';
