/** The public face of profit. */
export { profitOfClient } from './month.ts';
