/**
 * The rows and bytes of an agency's files, what uses them, their licences and the agency's space. `keepFile` stores a
 * file on disk (an upload, a finished video, a copy from a source); `replaceUses` records the files used in a project
 * or a document.
 */
export {
  copyItemUses,
  fileColumns,
  findFile,
  findStored,
  insertLicence,
  insertParts,
  isInLibrary,
  keepStored,
  listCredits,
  listInLibrary,
  listUsedByItem,
  markWithdrawn,
  replaceUses,
  type FileRow,
  type Licence,
} from './file-queries.ts';
export { invalidType, keepFile, type FileMedia, type ToKeep, type Transaction } from './keep.ts';
export {
  countAsNeeded,
  countStoredBytes,
  eraseFile,
  insertFile,
  lockUploads,
  releaseFile,
  type ErasedFile,
} from './queries.ts';
export { presentFile } from './present.ts';
export { checkQuota, takeGrown, takeQuota, takeReplaced } from './quota.ts';
export { shareFile, shareOrInsert, type Added } from './same-bytes.ts';
export { addressesIn, filesBehind, nameIn } from './addresses.ts';
export { swapAddresses, type Names } from './swap-addresses.ts';
export { eraseUnused } from './unneeded-queries.ts';
