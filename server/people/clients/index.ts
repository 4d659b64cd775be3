export { clientCalls } from './calls.ts';
export { memberCalls } from './members.ts';
