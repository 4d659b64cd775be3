export { activityCalls } from './calls.ts';
export { type ActivityRow, listActivity } from './queries.ts';
export { describeEntry } from './words.ts';
