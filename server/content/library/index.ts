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
} from '../../base/files/file-queries.ts';
export { invalidType, keepFile, type FileMedia, type ToKeep, type Transaction } from '../../base/files/keep.ts';
export { presentFile } from './present.ts';
export {
  countAsNeeded,
  countStoredBytes,
  eraseFile,
  insertFile,
  lockUploads,
  type ErasedFile,
} from '../../base/files/queries.ts';
export { checkQuota, takeGrown, takeQuota, takeReplaced } from '../../base/files/quota.ts';
export { shareFile, shareOrInsert, type Added } from '../../base/files/same-bytes.ts';
export { lockedUses, releaseFile } from './list-queries.ts';
export { eraseUnused } from '../../base/files/unneeded-queries.ts';
export { swapAddresses, type Names } from './swap-addresses.ts';
export { usedBy } from './uses.ts';
