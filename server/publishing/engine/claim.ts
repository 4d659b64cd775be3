/** Claims deliveries for a worker: due ones, ones to be read back, and those of a vanished worker. */

import type { NetworkId } from '#rules/eligibility.ts';
import { selectTaken, takenColumns, type DeliveryRow } from './delivery-row.ts';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

/** The claiming worker, the instant, and the end of its lease. */
export type Claim = { worker: string; now: Date; leaseUntil: Date; limit: number };

/** How many more deliveries of each network this worker may run now. */
export type Rooms = ReadonlyMap<NetworkId, number>;

// Scans due rows network by network, only for networks with room and without a wait: ten thousand due rows of a blocked
// network cost the others nothing (35 ms a claim when all networks were scanned together). The scan is lazy: it starts
// with the oldest row and ends once enough accounts are found. The lateral part and its scalar subqueries keep
// PostgreSQL from starting at the accounts instead, which took 15 to 40 ms a claim at 2,000 accounts, against 2 to 4 ms
// (`npm run bench -- claiming publishing`). `|| ''` and `coalesce` keep it from scanning a partial index of accounts.
// The pool's settings do the rest (`openEnginePool`). The account's row is the mutex: a worker that locks it and finds
// it free may take its oldest due delivery. Each account appears once, by its earliest planned delivery (a retried one
// keeps its turn); locking a join would return it once per delivery. The update checks four things again, since they
// may have changed between read and lock: the state (the row was taken and finished), the time (a person moved it), the
// fencing token (its text changed, and this statement has read the old one) and the pause of its schedule.
const claimDueStatement = statement({
  name: 'claim-due',
  columns: takenColumns,
  text: `
  with room as (
    select room.network, room.slots
    from unnest($5::text[], $6::int[]) as room (network, slots)
    where coalesce((select w.until from network_waits w where w.network = room.network), '-infinity') <= $1
      and not (select is_posting_held()) and coalesce($7::text = (select database_identity()), true)
  ), ready as (
    select due.id, due.claim
    from room
    cross join lateral (
      select d.id, d.claim, d.next_at, d.due_at
      from (
        select id, claim, account_id, agency_id, next_at, due_at
        from deliveries
        where network = room.network and state = 'scheduled' and not paused and next_at <= $1
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
            where head.account_id = d.account_id and head.state = 'scheduled' and not head.paused and head.next_at <= $1
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
      and not d.paused
    returning d.*
  ), held as (
    update social_accounts a set free_at = 'infinity' where a.id = any(array(select taken.account_id from taken))
  )
  ${selectTaken}`,
});

/**
 * Takes due deliveries, oldest first: one per account, none of a paused or disconnected account or of a paused
 * schedule, at most `rooms` of a network. `identity`: the database that this worker has compared with its journal; any
 * other one gives nothing.
 */
export async function claimDue(
  run: Run,
  { worker, now, leaseUntil, limit, rooms, identity = null }: Claim & { rooms: Rooms; identity?: string | null },
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
    identity,
  ]);
}

// A read can be repeated, so it needs no state of its own: moving `next_at` keeps other workers away meanwhile.
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
 * Takes deliveries whose post must be checked now: those processing and those uncertain, of agencies whose processing
 * is not stopped.
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

/** Takes over deliveries whose lease expired, except those that this process is still working on. */
export const claimExpired = (
  run: Run,
  { worker, now, leaseUntil, limit, except }: Claim & { except: readonly string[] },
): Promise<DeliveryRow[]> => run(claimExpiredStatement, [now, worker, leaseUntil, limit, except]);

const renewUnlockedStatement = statement({
  name: 'renew-unlocked-leases',
  columns: { id: 'bigint' },
  text: `
  with held as (
    select id from deliveries
    where worker = $1 and state || '' in ('claimed', 'sending') and id = any($3::bigint[])
    for update skip locked
  )
  update deliveries d set lease_until = $2
  where d.id = any(array(select held.id from held))
  returning d.id`,
});

const renewStatement = statement({
  name: 'renew-lease',
  columns: {},
  text: `
  update deliveries set lease_until = $2
  where worker = $1 and state || '' in ('claimed', 'sending') and id = $3`,
});

/**
 * Renews the leases of the deliveries that this worker is working on and still holds. Others in its name (the answer to
 * a claim was lost, an outcome could not be stored) expire and are taken over. While it waits for a locked delivery it
 * holds no other lock, so that it is never part of a deadlock.
 */
export async function renewLeases(
  run: Run,
  { worker, leaseUntil, ids }: Pick<Claim, 'worker' | 'leaseUntil'> & { ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const renewed = new Set((await run(renewUnlockedStatement, [worker, leaseUntil, ids])).map(({ id }) => id));
  for (const id of ids) if (!renewed.has(id)) await run(renewStatement, [worker, leaseUntil, id]);
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
 * When the next delivery falls due after an instant. Pass the instant of the claim before it: with a later one, a
 * delivery that fell due between the two would be overlooked. Deliveries that are due but blocked by their account do
 * not count.
 */
export async function findNextDue(run: Run, after: Date): Promise<Date | null> {
  const [row] = await run(nextDueStatement, [after]);
  return row?.nextAt ?? null;
}
