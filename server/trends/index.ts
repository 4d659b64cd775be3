/** What other features may use of trends. */
export { askTrends } from './ask.ts';
