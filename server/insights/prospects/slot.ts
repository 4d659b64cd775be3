/** Sends one request at a time, and one a second, to public servers that many people share. */
import { setTimeout as wait } from 'node:timers/promises';
import { createSemaphore } from '#concurrency/semaphore.ts';
import { messages } from '#contract/messages.ts';
import type { Database } from '#db/database.ts';
import { sql } from 'kysely';
import { UserError } from '../../base/handlers.ts';

/** The number of the database's advisory lock, shared by all processes. */
const lock = 190_190_190;
const retryMs = 250;

/** The requests of one agency that may wait: more would be answered after its people have left. */
const mostOfOne = 10;

/** The agency for which work is done. A caller that disconnects gives up its place; the call rejects. */
type Caller = { agencyId: string; signal: AbortSignal };
type InSlot = <T>(db: Database, caller: Caller, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work once no other process holds the slot, at least `gapMs` after the previous work. Agencies take turns, so the
 * requests of one delay another by one. Throws a UserError 429 if too many of the agency wait.
 */
export function openSlot({ gapMs }: { gapMs: number }): InSlot {
  const mutex = createSemaphore({ permits: 1 });

  async function alone<T>(db: Database, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const done = await db.asSystem(async (tx) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lock}) as got`.execute(tx);
        if (rows[0]?.got !== true) return null;
        const value = await work();
        // The next process gets the lock when this transaction ends, even if this caller has left.
        await wait(gapMs);
        return { value };
      });
      if (done !== null) return done.value;
      await wait(retryMs, undefined, { signal });
    }
  }

  return async (db, { agencyId, signal }, work) => {
    if (mutex.waiting(agencyId) >= mostOfOne)
      throw new UserError(messages.finderBusy, { status: 429, retryAfterSeconds: mostOfOne });
    return mutex.run(() => alone(db, signal, work), { key: agencyId, signal });
  };
}

/** The slot of this process. */
export const inSlot = openSlot({ gapMs: 1_000 });
