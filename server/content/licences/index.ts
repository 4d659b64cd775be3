/** The licence ledger: which works are used where, and under which licence. */
export { licenceCalls } from './calls.ts';
export { withdrawWork } from './withdraw.ts';
