/** A record of attempts and changes outside the database, against which a restored one is compared. */
import type { Config } from '../settings/config.ts';
import { bucketStore } from './bucket-store.ts';
import { diskStore } from './disk-store.ts';
import { createJournal, type Journal } from './journal.ts';

export type { AttemptEntry, ChangeEntry } from './entries.ts';
export { createJournal, type Journal } from './journal.ts';
export type { JournalStore } from './store.ts';

/** Opens the configured journal: in the bucket if one is set, otherwise in the data directory. */
export const openJournal = (config: Pick<Config, 's3' | 'dataDir'>): Journal =>
  createJournal(config.s3 === null ? diskStore(config.dataDir) : bucketStore(config.s3));
