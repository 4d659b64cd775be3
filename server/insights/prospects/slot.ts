/** Sends one request at a time, and one a second, to public servers that many people share. */
import { setTimeout as wait } from 'node:timers/promises';
import { createSemaphore } from '#concurrency/semaphore.ts';
import type { Database } from '#db/database.ts';
import { sql } from 'kysely';

/** The number of the database's advisory lock, shared by all processes. */
const lock = 190_190_190;
const gapMs = 1_000;
const retryMs = 250;

/** The slot among the callers of this process. */
const mutex = createSemaphore({ permits: 1 });

/**
 * Runs work once no other process holds the slot, at least a second after the previous work. A caller that leaves
 * meanwhile gives up the slot: the call rejects with the signal's reason.
 */
export async function inSlot<T>(db: Database, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return mutex.run(() => alone(db, signal, work), { signal });
}

async function alone<T>(db: Database, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.asSystem(async (tx) => {
      const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lock}) as got`.execute(tx);
      if (rows[0]?.got !== true) return null;
      const value = await work();
      // The next process gets the lock when this transaction ends.
      await wait(gapMs, undefined, { signal }).catch(() => undefined); // other callers must wait all the same
      return { value };
    });
    if (done !== null) return done.value;
    await wait(retryMs, undefined, { signal });
  }
}
