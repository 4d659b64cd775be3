import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { isOpen } from '#server/publishing/fragments.ts';
import { ownTimers } from '#server/publishing/engine/timers.ts';
import { retryUntilWritten } from '#server/publishing/database-away.ts';

const lookEveryMilliseconds = 300;
const quietMilliseconds = 1500;

/**
 * Waits until no delivery is open, `withinMs` at most; returns how many are left. If all of those wait for a later
 * instant (a read-back, a retry, a reconnection), `advance` sets the workers' clocks forward to it.
 */
export async function untilSettled(
  db: Database,
  { withinMs, advance }: { withinMs: number; advance: (aheadMs: number) => void },
): Promise<number> {
  const end = Date.now() + withinMs;
  // The last kill may have hit the database.
  const patience = { signal: AbortSignal.timeout(withinMs), timers: ownTimers };
  let aheadMs = 0;
  let before = '';
  let quietSince = Date.now();
  for (;;) {
    const now = Date.now() + aheadMs;
    const { stand, open, inHands, due } = await retryUntilWritten(() => look(db, now), patience);
    if (open === 0 || Date.now() > end) return open;
    if (stand !== before || inHands > 0) {
      before = stand;
      quietSince = Date.now();
    }
    // A due delivery that makes no progress waits for its account or its network.
    if (inHands === 0 && (due === 0 || Date.now() - quietSince > quietMilliseconds)) {
      const nextAt = await retryUntilWritten(() => nextInstant(db, now), patience);
      if (nextAt !== null) aheadMs = Math.max(aheadMs, nextAt - Date.now());
      advance(aheadMs);
      quietSince = Date.now();
    }
    await sleep(lookEveryMilliseconds);
  }
}

/** The number of open deliveries, and a text that changes with them. */
async function look(db: Database, now: number): Promise<{ stand: string; open: number; inHands: number; due: number }> {
  const { rows } = await db.pool.query<{ stand: string; open: number; inHands: number; due: number }>(
    `
    select count(*)::int as open, count(*) filter (where state in ('claimed', 'sending'))::int as "inHands",
      count(*) filter (where next_at <= $1)::int as due, coalesce(sum(hashtext(id || state || next_at)),
        0)::text as stand
    from deliveries d
    where ${isOpen}`,
    [new Date(now)],
  );
  const [row] = rows;
  if (!row) throw new Error('counting gives one row');
  return row;
}

/** The next instant (ms) at which an open delivery can change; null if there is none. */
async function nextInstant(db: Database, now: number): Promise<number | null> {
  const { rows } = await db.pool.query<{ at: Date | null }>(
    `
    select min(at) as at
    from (
      select next_at as at from deliveries d where ${isOpen}
      union all
      select a.free_at from social_accounts a where exists (select from deliveries d where d.account_id = a.id
        and d.state = 'scheduled')
      union all
      select until from network_waits
    ) instants
    where at > $1 and at < 'infinity'`,
    [new Date(now)],
  );
  return rows[0]?.at?.getTime() ?? null;
}
