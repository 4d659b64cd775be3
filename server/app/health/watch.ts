/** What the health checks and the figures know of this installation; each fact is shared by all that ask. */
import { sql } from 'kysely';
import { countJobs, type JobCount } from '#db/job-figures.ts';
import type { Tx } from '#db/database.ts';
import type { Services } from '../../base/handlers.ts';
import { cachedFor } from './cached.ts';
import { countLostAccounts, countUnsettled, findDuePosts, type DuePosts } from './queries.ts';

/** The counts of the database. */
export type Counts = {
  unsettled: { read: number; asked: number; processing: number };
  lostAccounts: number;
  jobs: JobCount[];
};

/** Cached facts about the installation. */
export type Watch = {
  posts(): Promise<DuePosts>;
  counts(): Promise<Counts>;
  /** Whether the storage of files answers. */
  storageAnswers(): Promise<boolean>;
};

const freshMs = 5000;
const storageFreshMs = 30_000;
const patienceMs = 5000;

/** A name that no file has: a storage that answers says that it is missing. */
export const noFile = 'health-check';

/** Opens the facts of these services. A read that takes seconds is given up: it must not add to what is wrong. */
export function openWatch({ db, storage, clock }: Pick<Services, 'db' | 'storage' | 'clock'>): Watch {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.asSystem(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(patienceMs)}, true)`.execute(tx);
      return await work(tx);
    });
  return {
    posts: cachedFor(freshMs, { clock, read: () => read((tx) => findDuePosts(tx, clock())) }),
    counts: cachedFor(freshMs, {
      clock,
      read: () =>
        read(async (tx) => ({
          unsettled: await countUnsettled(tx),
          lostAccounts: await countLostAccounts(tx),
          jobs: await countJobs(tx),
        })),
    }),
    storageAnswers: cachedFor(storageFreshMs, { clock, read: () => answersIn(storage.open(noFile), patienceMs) }),
  };
}

/** Whether something succeeds within a time. */
export async function answersIn(asked: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  const isWell = await Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  clearTimeout(timer);
  return isWell;
}
