/** The public face of brand kits. */
export { kitOf } from './present.ts';
export { listKits, swapFileInKits } from './queries.ts';
