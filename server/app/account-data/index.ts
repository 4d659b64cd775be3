export { accountDataCalls } from './calls.ts';
export { listDeletions } from './deletion-queries.ts';
export { openExport } from './download.ts';
export { endAllDownloads, oldExports } from './export-queries.ts';
export { repeatDeletion } from './repeat-deletion.ts';
