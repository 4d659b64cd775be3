/** The public face of trends. */
export { askTrends } from './ask.ts';
