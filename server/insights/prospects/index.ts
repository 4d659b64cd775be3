export { finderCalls } from './calls.ts';
export { prospectCalls } from './prospect-calls.ts';
