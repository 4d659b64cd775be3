/** Pausing: the flags that claim and fence check, and taking back claimed deliveries. */

import type { Tx } from '#db/database.ts';
import type { PauseScope } from '#rules/pausing.ts';
import { releaseClaim } from '../fragments.ts';
import { statement, type Statement } from '../statement.ts';
import { runIn } from '../statements.ts';
import { pauseSchedule } from './pause-schedule.ts';

/**
 * The target of a pause: everything of the agency, one client, one account, or one schedule; `id` null for everything.
 */
export type PauseTarget = { agencyId: string } & (
  | { scope: 'everything'; id: null }
  | { scope: Exclude<PauseScope, 'everything'>; id: string }
);

/** As SQL: the accounts `a` (of users `u`) that a target covers; $1 agency, $2 client or null, $3 account or null. */
const coveredAccounts =
  'a.agency_id = $1 and ($2::bigint is null or a.user_id = $2) and ($3::bigint is null ' + 'or a.id = $3)';
/** As SQL: the deliveries `d` of these accounts that a target covers; $4 schedule or null. */
export const coveredDeliveries = `${coveredAccounts} and ($4::bigint is null or d.schedule_id = $4)`;
/** The parameters of `coveredDeliveries`. */
export const covered = ({ agencyId, scope, id }: PauseTarget): readonly (string | null)[] => [
  agencyId,
  scope === 'client' ? id : null,
  scope === 'account' ? id : null,
  scope === 'schedule' ? id : null,
];

// A claim locks the account's row for update and skips a locked one. This lock waits for concurrent claims and blocks
// further ones until the commit; it does not block simple updates of the row (an outcome frees its account).
const stopClaimsStatement = statement({
  name: 'stop-claims',
  columns: { id: 'bigint' },
  text: `
  select a.id from social_accounts a
  where ${coveredAccounts} and a.deleted_at is null
  order by a.id
  for key share of a`,
});

// A delivery that is passing the fence locks its row: it either comes first and finishes, or finds itself taken back.
// The account is free again at once, as nothing was sent.
const releaseStatement = statement({
  name: 'take-back-claimed',
  columns: { accountId: 'bigint' },
  text: `
  with taken as (
    update deliveries d
    set ${releaseClaim}
    where d.account_id = any($1::bigint[]) and d.state = 'claimed'
    returning d.account_id
  ), freed as (
    update social_accounts a set free_at = '-infinity' from taken where a.id = taken.account_id
  )
  select account_id as "accountId" from taken`,
});

const pauseStatements = {
  everything: statement({
    name: 'pause-agency',
    columns: { id: 'bigint' },
    text: `update agencies set paused_at = $2, paused_by = $3 where id = $1 and paused_at is null returning id`,
  }),
  client: statement({
    name: 'pause-client',
    columns: { id: 'bigint' },
    text: `
    update users set paused_at = $2, paused_by = $3
    where agency_id = $1 and id = $4 and role = 'client' and deleted_at is null and paused_at is null
    returning id`,
  }),
  account: statement({
    name: 'pause-account',
    columns: { id: 'bigint' },
    text: `
    update social_accounts set paused_at = $2, paused_by = $3
    where agency_id = $1 and id = $4 and deleted_at is null and paused_at is null
    returning id`,
  }),
} satisfies Record<Exclude<PauseScope, 'schedule'>, Statement>;

/**
 * Pauses a target. Once this is committed, no delivery of it passes the fence: claimed ones are scheduled again, those
 * past the fence finish. Returns false if the target does not exist or is paused already (the person who paused it
 * first stays on record).
 */
export async function pausePublishing(tx: Tx, target: PauseTarget & { userId: string; now: Date }): Promise<boolean> {
  const run = runIn(tx);
  if (target.scope === 'schedule') return pauseSchedule(run, target);
  const accounts = await run(stopClaimsStatement, covered(target).slice(0, 3));
  await run(releaseStatement, [accounts.map(({ id }) => id)]);
  const values = [target.agencyId, target.now, target.userId, ...(target.id === null ? [] : [target.id])];
  return (await run(pauseStatements[target.scope], values)).length > 0;
}

const stopProcessingStatement = statement({
  name: 'stop-processing',
  columns: { id: 'bigint' },
  text: `
  update agencies set processing_stopped_at = $2, processing_stopped_by = $3
  where id = $1 and processing_stopped_at is null
  returning id`,
});

/**
 * Pauses everything of an agency and also stops reading its networks, until everything is resumed. Returns false if
 * that is already so.
 */
export async function stopProcessing(
  tx: Tx,
  { agencyId, userId, now }: { agencyId: string; userId: string; now: Date },
): Promise<boolean> {
  await pausePublishing(tx, { agencyId, scope: 'everything', id: null, userId, now });
  return (await runIn(tx)(stopProcessingStatement, [agencyId, now, userId])).length > 0;
}
