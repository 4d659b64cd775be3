/** What other features may use of brand kits. */
export { kitOf } from './present.ts';
export { listKits, swapFileInKits } from './queries.ts';
