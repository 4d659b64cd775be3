export { ideaCalls } from './calls.ts';
