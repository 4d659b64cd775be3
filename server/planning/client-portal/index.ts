export { portalCalls } from './calls.ts';
