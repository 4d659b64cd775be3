/** Brand kits of clients: logo, colours and fonts. */
export { kitCalls } from './calls.ts';
export { kitOf } from './present.ts';
export { listKits, swapFileInKits } from './queries.ts';
