export { profitCalls } from './calls.ts';
export { profitOfClient } from './month.ts';
