/** Brand kits of clients: logo, colours and fonts. */
export { kitOf } from './present.ts';
export { listKits, swapFileInKits } from './queries.ts';
