/**
 * The public face of library: `filesBehind` finds an agency's files by the addresses in a project or a document. Their
 * rows are kept in base/files.
 */
export { addressesIn, filesBehind, nameIn } from '../../base/files/addresses.ts';
export { presentFile } from './present.ts';
export { lockedUses } from './list-queries.ts';
export { swapAddresses, type Names } from '../../base/files/swap-addresses.ts';
export { usedBy } from './uses.ts';
