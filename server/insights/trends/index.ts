export { askTrends } from './ask.ts';
