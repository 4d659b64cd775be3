/**
 * The public face of library: the files of agencies, their uses and their licences. `keepFile` stores a file on disk
 * (an upload, a finished video, a copy from a source); `filesBehind` finds an agency's files by the addresses in a
 * project or a document, and `replaceUses` records these uses.
 */
export { addressesIn, filesBehind, nameIn } from './addresses.ts';
export {
  copyItemUses,
  findFile,
  insertLicence,
  insertParts,
  keepStored,
  listCredits,
  listUsedByItem,
  markWithdrawn,
  replaceUses,
  type FileRow,
  type Licence,
} from './file-queries.ts';
export { invalidType, keepFile, type FileMedia, type ToKeep, type Transaction } from './keep.ts';
export { presentFile } from './present.ts';
export { countAsNeeded, countStoredBytes, eraseFile, insertFile, lockUploads, type ErasedFile } from './queries.ts';
export { checkQuota, takeGrown, takeQuota, takeReplaced } from './quota.ts';
export { shareFile, shareOrInsert, type Added } from './same-bytes.ts';
export { lockedUses, releaseFile } from './list-queries.ts';
export { eraseUnused } from './unneeded-queries.ts';
export { swapAddresses, type Names } from './swap-addresses.ts';
export { usedBy } from './uses.ts';
