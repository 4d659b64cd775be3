export { uploadCalls } from './calls.ts';
