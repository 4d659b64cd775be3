export { engagementCalls } from './calls.ts';
