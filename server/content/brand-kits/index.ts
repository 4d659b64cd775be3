/** The public face of brand kits. */
export { kitCalls } from './calls.ts';
export { kitOf } from './present.ts';
export { listKits, swapFileInKits } from './queries.ts';
