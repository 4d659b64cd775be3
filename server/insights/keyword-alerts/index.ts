export { watchingCalls } from './calls.ts';
export { oldFinds } from './queries.ts';
