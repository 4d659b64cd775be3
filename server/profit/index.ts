/** What other features may use of profit. */
export { profitOfClient } from './month.ts';
