export { profitOfClient } from './month.ts';
