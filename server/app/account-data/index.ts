export { accountDataCalls } from './calls.ts';
export { listDeletions } from './deletion-queries.ts';
export { openExport } from './download.ts';
