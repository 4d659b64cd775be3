/**
 * Pausing: the flags that claim and fence honour, taking back what is claimed, and holding what falls due meanwhile.
 */

import type { Tx } from '#db/database.ts';
import type { PauseScope } from '#rules/pausing.ts';
import { takeBack } from '../fragments.ts';
import { inTransaction, runIn, type Run } from '../statements.ts';
import type { Engine } from '../engine/engine.ts';

/** What is paused: everything of the agency, one client, or one account. `id` is null for everything. */
export type PausePlace = { agencyId: string } & (
  | { scope: 'everything'; id: null }
  | { scope: Exclude<PauseScope, 'everything'>; id: string }
);

/** As SQL: the accounts `a` (of users `u`) that a place covers; $1 agency, $2 client or null, $3 account or null. */
export const coveredAccounts =
  'a.agency_id = $1 and ($2::bigint is null or a.user_id = $2) and ($3::bigint is null ' + 'or a.id = $3)';
/** The values of `coveredAccounts`. */
export const covered = ({ agencyId, scope, id }: PausePlace): readonly (string | null)[] => [
  agencyId,
  scope === 'client' ? id : null,
  scope === 'account' ? id : null,
];

// A claim locks the account's row for update and skips one that is locked. This lock waits for the claims under way and
// keeps further ones away until the commit; it lets through whoever only changes the row (an outcome frees its
// account).
const stopClaimsStatement = {
  name: 'stop-claims',
  text: `
  select a.id from social_accounts a
  where ${coveredAccounts} and a.deleted_at is null
  order by a.id
  for key share of a`,
};

// Whoever is just passing the fence holds the row: it goes first and finishes, or it finds its delivery taken back. The
// account is free again at once, as nothing was sent.
const takeBackStatement = {
  name: 'take-back-claimed',
  text: `
  with taken as (
    update deliveries d
    set ${takeBack}
    where d.account_id = any($1::bigint[]) and d.state = 'claimed'
    returning d.account_id
  ), freed as (
    update social_accounts a set free_at = '-infinity' from taken where a.id = taken.account_id
  )
  select account_id as "accountId" from taken`,
};

const pauseStatements = {
  everything: {
    name: 'pause-agency',
    text: `update agencies set paused_at = $2, paused_by = $3 where id = $1 and paused_at is null returning id`,
  },
  client: {
    name: 'pause-client',
    text: `
    update users set paused_at = $2, paused_by = $3
    where agency_id = $1 and id = $4 and role = 'client' and deleted_at is null and paused_at is null
    returning id`,
  },
  account: {
    name: 'pause-account',
    text: `
    update social_accounts set paused_at = $2, paused_by = $3
    where agency_id = $1 and id = $4 and deleted_at is null and paused_at is null
    returning id`,
  },
} as const satisfies Record<PauseScope, { name: string; text: string }>;

/**
 * Pauses a place. Once this is committed nothing of it passes the fence: what was claimed is scheduled again, what had
 * passed finishes. Answers false where it is paused already (who paused it first stays on record) or is not there.
 */
export async function pausePlace(tx: Tx, place: PausePlace & { userId: string; now: Date }): Promise<boolean> {
  const run = runIn(tx);
  const accounts = await run<{ id: string }>(stopClaimsStatement, covered(place));
  await run(takeBackStatement, [accounts.map(({ id }) => id)]);
  const values = [place.agencyId, place.now, place.userId, ...(place.id === null ? [] : [place.id])];
  return (await run(pauseStatements[place.scope], values)).length > 0;
}

const stopProcessingStatement = {
  name: 'stop-processing',
  text: `
  update agencies set processing_stopped_at = $2, processing_stopped_by = $3
  where id = $1 and processing_stopped_at is null
  returning id`,
};

/**
 * Pauses everything of an agency and has its networks not read either, until everything is resumed. Answers false where
 * that is so already.
 */
export async function stopProcessing(
  tx: Tx,
  { agencyId, userId, now }: { agencyId: string; userId: string; now: Date },
): Promise<boolean> {
  await pausePlace(tx, { agencyId, scope: 'everything', id: null, userId, now });
  return (await runIn(tx)(stopProcessingStatement, [agencyId, now, userId])).length > 0;
}

// Holding must not meet the end of a pause half-way: a post held by what it saw before would be held forever.
const holdLock = 7_203_002;
const lockToHoldStatement = { name: 'lock-to-hold', text: `select pg_try_advisory_xact_lock(${holdLock}) as held` };
const lockToResumeStatement = { name: 'lock-to-resume', text: `select pg_advisory_xact_lock_shared(${holdLock})` };

/**
 * Waits for a holding under way, and keeps further ones away until the transaction ends. Comes before a pause is ended.
 */
export const keepHoldsAway = async (run: Run): Promise<void> => {
  await run(lockToResumeStatement, []);
};

/** As SQL: the pauses over a delivery `d`, its account `a`, the account's user `u` and agency `g`. */
export const withPauses = `
  join social_accounts a on a.id = d.account_id
  join users u on u.id = a.user_id
  join agencies g on g.id = d.agency_id`;
/** As SQL: whether one of them is on, or the agency suspended. */
export const isPaused =
  '(a.paused_at is not null or u.paused_at is not null or g.paused_at is not null or g.suspended_at is not null)';

const holdDueStatement = {
  name: 'hold-due',
  text: `
  with due as (
    select d.id
    from deliveries d ${withPauses}
    where d.state = 'scheduled' and d.next_at <= $1 and ($2::bigint is null or d.agency_id = $2) and ${isPaused}
    order by d.next_at, d.due_at, d.id
    limit 5000
    for update of d skip locked
  )
  update deliveries d set next_at = 'infinity' from due where d.id = due.id
  returning d.id`,
};

// Under a pause no deadline runs, so that nothing fails unseen while nobody looks: the wait for reconnection begins
// anew later. What has been handed to a person has no deadline, and stays theirs.
const holdWaitingStatement = {
  name: 'hold-waiting',
  text: `
  with waiting as (
    select d.id
    from deliveries d ${withPauses}
    where d.state = 'waiting' and d.next_at < 'infinity' and ($1::bigint is null or d.agency_id = $1) and ${isPaused}
    for update of d skip locked
  )
  update deliveries d set state = 'scheduled', next_at = 'infinity', message = '' from waiting where d.id = waiting.id`,
};

async function holdBatch(run: Run, { now, agencyId }: { now: Date; agencyId: string | null }): Promise<number> {
  const [lock] = await run<{ held: boolean }>(lockToHoldStatement, []);
  if (!lock?.held) return 0; // another worker is at it, or a pause is just ending: the next sweep comes soon
  await run(holdWaitingStatement, [agencyId]);
  return (await run(holdDueStatement, [now, agencyId])).length;
}

/**
 * Puts what has fallen due under a pause out of the way of claims (`next_at` infinity) until the pause ends, also what
 * waits for reconnection. Part of every sweep, before it looks for missed ones.
 */
export async function holdPaused(engine: Pick<Engine, 'pool' | 'clock'>): Promise<void> {
  const held = (): Promise<number> =>
    inTransaction(engine.pool, (run) => holdBatch(run, { now: engine.clock.now(), agencyId: null }));
  while ((await held()) > 0);
}

/** The same for one agency right after it paused something; answers how many, which is zero when all are held. */
export const holdPausedOf = (tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<number> =>
  holdBatch(runIn(tx), { now, agencyId });
