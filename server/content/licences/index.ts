/** The public face of licences. */
export { withdrawWork } from './withdraw.ts';
