export { voiceCalls } from './calls.ts';
