export { rebrandingCalls } from './rebranding-calls.ts';
export { whiteLabelCalls } from './calls.ts';
