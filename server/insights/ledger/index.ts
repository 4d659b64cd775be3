export { ledgerCalls } from './calls.ts';
