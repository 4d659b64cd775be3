/** The public face of account-data. */
export { listDeletions } from './deletion-queries.ts';
export { openExport } from './download.ts';
