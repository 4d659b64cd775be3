/** Deletes rows that are older than they are kept, in batches. */
export { type Deleted, type OldBatch, type Retention, byId, byTime } from './retention.ts';
export { deleteOldRows } from './delete-old-rows.ts';
