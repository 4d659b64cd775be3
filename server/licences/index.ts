/** What other features may use of licences. */
export { withdrawWork } from './withdraw.ts';
