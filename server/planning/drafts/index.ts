export { draftCalls } from './calls.ts';
