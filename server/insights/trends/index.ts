export { trendCalls } from './calls.ts';
export { askTrends } from './ask.ts';
