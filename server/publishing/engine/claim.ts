/** Taking deliveries into a worker's hands: what is due, what must be read back, what a vanished worker left. */

import type { NetworkId } from '#rules/eligibility.ts';
import { selectTaken, takenColumns, type DeliveryRow } from './delivery-row.ts';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

/** Who takes, when, and until when it is theirs. */
export type Claim = { worker: string; now: Date; leaseUntil: Date; limit: number };

/** How many more deliveries of each network this worker may run now. */
export type Rooms = ReadonlyMap<NetworkId, number>;

// Only networks that have room and need not wait are walked, each by itself: ten thousand due rows of one that may not
// go cost the others nothing (they cost 35 ms a claim when all were walked together). The walk over due rows is lazy:
// it begins with the oldest and ends once enough accounts are found. The lateral part and its scalar subqueries keep
// PostgreSQL from starting at the accounts instead, which took 15 to 40 ms a claim at 2,000 accounts against 2 to 4 ms
// (`npm run bench -- claiming publishing`). `|| ''` and `coalesce` keep it from reading a partial index of accounts
// through. The pool's settings do the rest (`openEnginePool`). The account's row is the token: who holds its lock and
// finds it free may take its oldest due delivery. Each account comes up once, by its row planned earliest (a retried
// one keeps its place), since locking a join would otherwise give it once a row. The update asks for the state again:
// the row may have been taken and finished between our look and our lock; for its time: a person may have moved it; and
// for its fencing token: its words may have changed meanwhile, and this statement reads the old ones.
const claimDueStatement = statement({
  name: 'claim-due',
  columns: takenColumns,
  text: `
  with room as (
    select room.network, room.slots
    from unnest($5::text[], $6::int[]) as room (network, slots)
    where coalesce((select w.until from network_waits w where w.network = room.network), '-infinity') <= $1
  ), ready as (
    select due.id, due.claim
    from room
    cross join lateral (
      select d.id, d.claim, d.next_at, d.due_at
      from (
        select id, claim, account_id, agency_id, next_at, due_at
        from deliveries
        where network = room.network and state = 'scheduled' and next_at <= $1
        order by next_at, due_at, id
        offset 0
      ) d
      cross join lateral (
        select a.id
        from social_accounts a
        where a.id = d.account_id
          and a.free_at <= $1 and a.status || '' = 'connected' and a.paused_at is null and coalesce(a.deleted_at,
            'infinity') = 'infinity'
          and (select u.paused_at is null from users u where u.id = a.user_id)
          and (select g.paused_at is null and g.suspended_at is null from agencies g where g.id = d.agency_id)
          and d.id = (
            select head.id
            from deliveries head
            where head.account_id = d.account_id and head.state = 'scheduled' and head.next_at <= $1
            order by head.due_at, head.id
            limit 1)
        limit 1
        for update of a skip locked
      ) a
      limit least(room.slots, $4::int)
    ) due
    order by due.next_at, due.due_at, due.id
    limit $4::int
  ), taken as (
    update deliveries d
    set state = 'claimed', worker = $2, lease_until = $3, claim = d.claim + 1, tries = d.tries + 1,
      first_tried_at = coalesce(d.first_tried_at, $1)
    from ready
    where d.id = ready.id and d.state || '' = 'scheduled' and (d.next_at <= $1) is true and d.claim = ready.claim
    returning d.*
  ), held as (
    update social_accounts a set free_at = 'infinity' where a.id = any(array(select taken.account_id from taken))
  )
  ${selectTaken}`,
});

/**
 * Takes due deliveries, oldest first: one an account, none of a paused or disconnected one, at most `rooms` of a
 * network.
 */
export async function claimDue(
  run: Run,
  { worker, now, leaseUntil, limit, rooms }: Claim & { rooms: Rooms },
): Promise<DeliveryRow[]> {
  const open = [...rooms].filter(([, slots]) => slots > 0);
  if (open.length === 0 || limit <= 0) return [];
  return run(claimDueStatement, [
    now,
    worker,
    leaseUntil,
    limit,
    open.map(([network]) => network),
    open.map(([, slots]) => slots),
  ]);
}

// A read may be repeated, so it needs no state of its own: moving `next_at` keeps other workers away while it lasts.
const claimReadsStatement = statement({
  name: 'claim-reads',
  columns: takenColumns,
  text: `
  with due as (
    select id from deliveries
    where state in ('processing', 'uncertain') and next_at <= $1
      and (select g.processing_stopped_at is null from agencies g where g.id = deliveries.agency_id)
    order by next_at
    limit $4
    for update skip locked
  ), taken as (
    update deliveries d set worker = $2, claim = d.claim + 1, next_at = $3 where d.id = any(array(select due.id
      from due)) returning d.*
  )
  ${selectTaken}`,
});

/**
 * Takes deliveries whose post must be looked at now: those being processed and those uncertain, of agencies whose
 * networks may be read.
 */
export const claimReads = (run: Run, { worker, now, leaseUntil, limit }: Claim): Promise<DeliveryRow[]> =>
  run(claimReadsStatement, [now, worker, leaseUntil, limit]);

const claimExpiredStatement = statement({
  name: 'claim-expired',
  columns: takenColumns,
  text: `
  with gone as (
    select id from deliveries
    where state in ('claimed', 'sending') and lease_until < $1 and id <> all($5::bigint[])
    order by lease_until
    limit $4
    for update skip locked
  ), taken as (
    update deliveries d set worker = $2, claim = d.claim + 1, lease_until = $3 where d.id = any(array(select gone.id
      from gone)) returning d.*
  )
  ${selectTaken}`,
});

/** Takes over deliveries whose worker let the lease run out; never those that this process is still at work on. */
export const claimExpired = (
  run: Run,
  { worker, now, leaseUntil, limit, except }: Claim & { except: readonly string[] },
): Promise<DeliveryRow[]> => run(claimExpiredStatement, [now, worker, leaseUntil, limit, except]);

const renewStatement = statement({
  name: 'renew-leases',
  columns: {},
  text: `update deliveries set lease_until = $2 where worker = $1 and state || '' in ('claimed', 'sending')
    and id = any($3::bigint[])`,
});

/**
 * Prolongs the leases of what this worker is at work on, as long as nobody has taken it over. What is in its name only
 * (the answer to a claim was lost, an outcome could not be written down) runs out, and is then taken over.
 */
export async function renewLeases(
  run: Run,
  { worker, leaseUntil, ids }: Pick<Claim, 'worker' | 'leaseUntil'> & { ids: readonly string[] },
): Promise<void> {
  if (ids.length > 0) await run(renewStatement, [worker, leaseUntil, ids]);
}

const nextDueStatement = statement({
  name: 'next-due',
  columns: { nextAt: 'timestamptz | null' },
  text: `
  select least(
    (select min(next_at) from deliveries where state = 'scheduled' and next_at > $1),
    (select min(next_at) from deliveries where state in ('processing', 'uncertain') and next_at > $1)) as "nextAt"`,
});

/**
 * When something falls due after an instant. Ask with the instant of the claim before it, not with a later one: what
 * fell due between the two would be overlooked. What is due but held back by its account is not seen here.
 */
export async function findNextDue(run: Run, after: Date): Promise<Date | null> {
  const [row] = await run(nextDueStatement, [after]);
  return row?.nextAt ?? null;
}
