export { dashboardCalls } from './calls.ts';
export { suggestionCalls } from './suggestion-calls.ts';
