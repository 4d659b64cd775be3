/** The licence ledger: which works are used where, and under which licence. */
export { withdrawWork } from './withdraw.ts';
