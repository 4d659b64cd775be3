/**
 * The approval gate. Unapproved deliveries are held: `unapproved`, without a time, held by no worker. Claims skip them,
 * the fence refuses them, and a constraint of the table refuses any statement that would still release them.
 */

import type { Tx } from '#db/database.ts';
import { deliveryStates, unsentStates } from '#rules/delivery-states.ts';
import { repaceAccounts } from '../repace.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { moveOccurrencesStatement, planMoving } from '../plan/free-steps.ts';
import { freeClaimed, isNotFinal, listed, uncountTry } from '../fragments.ts';
import { oneOf, statement, type Row } from '../statement.ts';
import { runIn } from '../statements.ts';

/** Occurrences of an agency. */
export type Occurrences = { agencyId: string; occurrenceIds: readonly string[]; now: Date };

/** Waits for other changes to deliveries of these occurrences; must come before their approvals are read. */
export const lockForApproval = (tx: Tx, occurrenceIds: readonly string[]): Promise<void> =>
  lockSchedulesOf(runIn(tx), occurrenceIds);

const wasUnsent = `chosen.state in (${listed(unsentStates)})`;

// As with cancelling, claimed deliveries are taken from their worker, as if they had not been claimed, and so are those
// that wait for their account or for a person. Deliveries past the fence finish; if one turns out to be absent, it is
// held then.
const holdStatement = statement({
  name: 'hold-unapproved',
  columns: { state: oneOf(deliveryStates), accountId: 'bigint' },
  text: `
  with chosen as (
    select d.id, d.state, d.account_id
    from deliveries d
    where d.agency_id = $1 and d.occurrence_id = any($2::bigint[]) and ${isNotFinal}
    order by d.id
    for update of d
  ), held as (
    update deliveries d
    set unapproved = true,
      state = case when chosen.state in ('claimed', 'waiting') then 'scheduled' else chosen.state end,
      next_at = case when ${wasUnsent} then 'infinity' else d.next_at end,
      message = case when ${wasUnsent} then '' else d.message end,
      ${uncountTry("chosen.state = 'claimed'")},
      worker = case when chosen.state <> 'claimed' then d.worker end,
      lease_until = case when chosen.state <> 'claimed' then d.lease_until end
    from chosen
    where d.id = chosen.id
  ), freed as (${freeClaimed}
  )
  select state, account_id as "accountId" from chosen`,
});

/** Holds the unsent deliveries of occurrences; returns how many could still be stopped. Lock them first. */
export async function holdUnapproved(tx: Tx, { agencyId, occurrenceIds, now }: Occurrences): Promise<number> {
  const run = runIn(tx);
  const held = await run(holdStatement, [agencyId, occurrenceIds]);
  await repaceAccounts(run, { accountIds: held.map(({ accountId }) => accountId), now });
  return held.filter(({ state }) => unsentStates.includes(state)).length;
}

const lockHeldStatement = statement({
  name: 'lock-unapproved',
  columns: { id: 'bigint', occurrenceId: 'bigint', scheduleId: 'bigint', state: 'text', dueAt: 'timestamptz' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId", d.state, d.due_at as "dueAt"
  from deliveries d
  where d.agency_id = $1 and d.occurrence_id = any($2::bigint[]) and d.unapproved
  order by d.id
  for update of d`,
});

// Only scheduled deliveries get their time back: failed or missed ones still wait for a person, who may now decide.
const releaseStatement = statement({
  name: 'release-approved',
  columns: { id: 'bigint' },
  text: `
  with given as (
    select * from unnest($1::bigint[], $2::timestamptz[]) as given (id, at)
  ), released as (
    update deliveries d
    set unapproved = false,
      due_at = case when d.state = 'scheduled' then given.at else d.due_at end,
      next_at = case when d.state = 'scheduled' then given.at else d.next_at end,
      tries = case when d.state = 'scheduled' then 0 else d.tries end,
      first_tried_at = case when d.state = 'scheduled' then null else d.first_tried_at end
    from given
    where d.id = any($1::bigint[]) and d.id = given.id
    returning d.id
  ), told as (
    select pg_notify('due', '')
  )
  select released.id from released, told`,
});

type Held = Row<typeof lockHeldStatement>;

/**
 * An occurrence whose time has passed, and when it goes out instead: at a free step of its schedule, `localAt` in its
 * zone.
 */
export type MovedOccurrence = { occurrenceId: string; dueAt: Date; localAt: string };

/**
 * Releases newly approved occurrences: at their own time or, if that has passed, at the schedule's next free time, in
 * planned order. Never at once. Lock the occurrences first.
 */
export async function releaseApproved(
  tx: Tx,
  { agencyId, occurrenceIds, now }: Occurrences,
): Promise<MovedOccurrence[]> {
  const run = runIn(tx);
  const held = await run(lockHeldStatement, [agencyId, occurrenceIds]);
  const late = held.filter(({ state, dueAt }) => state === 'scheduled' && dueAt <= now);
  const steps = await planMoving(run, late, now);
  const timeOf = ({ id, dueAt }: Held): Date => steps.get(id)?.dueAt ?? dueAt;
  const lost = late.find(({ id }) => !steps.has(id));
  if (lost) throw new Error(`no free step for delivery ${lost.id}`);
  await run(releaseStatement, [held.map(({ id }) => id), held.map(timeOf)]);
  const moved = [
    ...new Map(
      late.flatMap(({ id, occurrenceId }) => {
        const step = steps.get(id);
        return step ? [[occurrenceId, step] as const] : [];
      }),
    ),
  ];
  await run(moveOccurrencesStatement, [
    moved.map(([id]) => id),
    moved.map(([, { step }]) => step),
    moved.map(([, { localAt }]) => localAt),
    moved.map(([, { dueAt }]) => dueAt),
  ]);
  await settleOccurrences(run, { occurrenceIds, now });
  return moved.map(([occurrenceId, { dueAt, localAt }]) => ({ occurrenceId, dueAt, localAt }));
}

/** When each late occurrence would go out if only that one were approved now. Changes nothing. */
export async function planLate(
  tx: Tx,
  { occurrences, now }: { occurrences: readonly { occurrenceId: string; scheduleId: string }[]; now: Date },
): Promise<Map<string, Date>> {
  const steps = await planMoving(
    runIn(tx),
    occurrences.map((one) => ({ id: one.occurrenceId, ...one })),
    now,
  );
  return new Map([...steps].map(([id, { dueAt }]) => [id, dueAt]));
}
