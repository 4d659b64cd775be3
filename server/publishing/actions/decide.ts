/** Applies a person's decision about one delivery if its state allows it. */

import type { Tx } from '#db/database.ts';
import { firstStepAfter, frequencies, planRound } from '#rules/planning.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { statesFor, type DeliveryAction } from '#rules/delivery-states.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { openStates } from '../fragments.ts';
import { oneOf, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

/** The decisions of a person. `it-is-there` and `posted-by-hand` may carry the URL of the post ('' for none). */
export type Decision = {
  agencyId: string;
  deliveryId: string;
  decision: Exclude<DeliveryAction, 'move' | 'cancel'>;
  postUrl: string;
  now: Date;
};

const chooseStatement = statement({
  name: 'choose-delivery',
  columns: { id: 'bigint', occurrenceId: 'bigint', scheduleId: 'bigint' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId"
  from deliveries d
  where d.id = $2 and d.agency_id = $1`,
});

type Chosen = Row<typeof chooseStatement>;

const lockDeliveryStatement = statement({
  name: 'lock-delivery',
  columns: { id: 'bigint', unapproved: 'bool' },
  text: `
  select d.id, d.unapproved
  from deliveries d
  join schedules s on s.id = d.schedule_id
  join social_accounts a on a.id = d.account_id
  where d.id = $1 and d.state = any($2) and (d.state not in ('uncertain', 'waiting') or d.next_at = 'infinity')
    and ($3 or s.deleted_at is null and a.deleted_at is null)
  for update of d`,
});

/**
 * `it-is-there`: the person saw the post on the account. `publish-again` and `publish-now`: it is sent at once, but no
 * other delivery of its occurrence. `next-free-time`: the schedule's next free step. `posted-by-hand` and `leave-out`:
 * the outcome of a handed-over delivery.
 */
export async function resolveDelivery(
  tx: Tx,
  decision: Decision,
): Promise<'done' | 'not-found' | 'not-now' | 'not-approved'> {
  const run = runIn(tx);
  const [chosen] = await run(chooseStatement, [decision.agencyId, decision.deliveryId]);
  if (!chosen) return 'not-found';
  await lockSchedulesOf(run, [chosen.occurrenceId]);
  // Sending again needs an existing schedule and account.
  const [locked] = await run(lockDeliveryStatement, [
    chosen.id,
    statesFor(decision.decision),
    !sendsAgain(decision.decision),
  ]);
  if (!locked) return 'not-now';
  if (locked.unapproved && sendsAgain(decision.decision)) return 'not-approved';
  await carryOut(run, chosen, decision);
  await settleOccurrences(run, { occurrenceIds: [chosen.occurrenceId], now: decision.now });
  return 'done';
}

function sendsAgain(decision: Decision['decision']): boolean {
  switch (decision) {
    case 'publish-again':
    case 'publish-now':
    case 'next-free-time':
      return true;
    case 'it-is-there':
    case 'posted-by-hand':
    case 'leave-out':
      return false;
    default:
      return decision satisfies never;
  }
}

const occurrenceStatement = statement({
  name: 'choose-occurrence',
  columns: { id: 'bigint' },
  text: `select id from occurrences where agency_id = $1 and id = $2`,
});

const lockFailedStatement = statement({
  name: 'lock-failed-of',
  columns: { id: 'bigint', unapproved: 'bool' },
  text: `
  select d.id, d.unapproved
  from deliveries d
  join schedules s on s.id = d.schedule_id
  join social_accounts a on a.id = d.account_id
  where d.occurrence_id = $1 and d.agency_id = $2 and d.state = 'failed' and s.deleted_at is null
    and a.deleted_at is null
  order by d.id
  for update of d`,
});

/**
 * Sends an occurrence again at once, to the accounts where it certainly failed. Posted, uncertain and missed deliveries
 * are unchanged: they need other decisions.
 */
export async function publishFailedAgain(
  tx: Tx,
  { agencyId, occurrenceId, now }: { agencyId: string; occurrenceId: string; now: Date },
): Promise<'done' | 'not-found' | 'not-now' | 'not-approved'> {
  const run = runIn(tx);
  if ((await run(occurrenceStatement, [agencyId, occurrenceId])).length === 0) return 'not-found';
  await lockSchedulesOf(run, [occurrenceId]);
  const failed = await run(lockFailedStatement, [occurrenceId, agencyId]);
  if (failed.length === 0) return 'not-now';
  if (failed.some(({ unapproved }) => unapproved)) return 'not-approved';
  await run(planAnewStatement, [failed.map(({ id }) => id), now]);
  await settleOccurrences(run, { occurrenceIds: [occurrenceId], now });
  return 'done';
}

async function carryOut(run: Run, chosen: Chosen, { decision, postUrl, now }: Decision): Promise<void> {
  switch (decision) {
    case 'it-is-there':
      await run(thereStatement, [chosen.id, now, postUrl === '' ? null : postUrl, '']);
      return;
    case 'posted-by-hand':
      await run(thereStatement, [chosen.id, now, postUrl === '' ? null : postUrl, deliveryMessages.postedByHand]);
      return;
    case 'leave-out':
      await run(leaveOutStatement, [chosen.id, now, deliveryMessages.leftOut]);
      return;
    case 'publish-again':
    case 'publish-now':
      await run(planAnewStatement, [[chosen.id], now]);
      return;
    case 'next-free-time':
      await moveToNextFreeTime(run, chosen, now);
      return;
    default:
      decision satisfies never;
  }
}

const thereStatement = statement({
  name: 'settle-as-there',
  columns: {},
  text: `
  update deliveries
  set state = 'published', message = $4, post_url = coalesce($3, post_url), published_at = $2, finished_at = $2
  where id = $1`,
});

const leaveOutStatement = statement({
  name: 'leave-out',
  columns: {},
  text: `update deliveries set state = 'cancelled', message = $3, next_at = 'infinity', finished_at = $2 where id = $1`,
});

// Stored ids stay, so that a prepared draft is found again and the marker still names the post.
const planAnewStatement = statement({
  name: 'plan-again',
  columns: { id: 'bigint' },
  text: `
  with planned as (
    update deliveries
    set state = 'scheduled', due_at = $2, next_at = $2, tries = 0, first_tried_at = null, settle_reads = 0,
      resent = false,
      cancel_asked = false, message = '', finished_at = null, skipped_at = null, post_id = null, post_url = null,
        ticket = null
    where id = any($1::bigint[])
    returning id
  ), told as (
    select pg_notify('due', '')
  )
  select planned.id from planned, told`,
});

const rhythmStatement = statement({
  name: 'find-rhythm',
  columns: { origin: 'text', zone: 'text', frequency: oneOf(frequencies) },
  text: `select origin_local as origin, timezone as zone, frequency from schedules where id = $1`,
});

const takenStatement = statement({
  name: 'list-taken-times',
  columns: { dueAt: 'timestamptz' },
  text: `
  select distinct d.due_at as "dueAt"
  from deliveries d
  where d.schedule_id = $1 and d.occurrence_id <> $2 and d.due_at > $3
    and d.state in (${openStates})`,
});

const moveOccurrenceStatement = statement({
  name: 'move-occurrence',
  columns: {},
  text: `
  update occurrences set step = $2, local_at = $3, due_at = $4, moved = false
  where id = $1 and not exists (select from deliveries d where d.occurrence_id = $1 and d.state = 'published')`,
});

async function moveToNextFreeTime(run: Run, { id, occurrenceId, scheduleId }: Chosen, now: Date): Promise<void> {
  const [rhythm] = await run(rhythmStatement, [scheduleId]);
  if (!rhythm) throw new Error(`delivery ${id} has no schedule`);
  const taken = await run(takenStatement, [scheduleId, occurrenceId, now]);
  // Fewer steps than this are taken, so one of so many consecutive steps is free.
  const firstStep = firstStepAfter({ ...rhythm, instant: now });
  const free = planRound({ ...rhythm, firstStep, count: taken.length + 1 }).find(
    ({ dueAt }) => !taken.some((other) => other.dueAt.getTime() === dueAt.getTime()),
  );
  if (!free) throw new Error(`no free step for delivery ${id}`);
  await run(planAnewStatement, [[id], free.dueAt]);
  await run(moveOccurrenceStatement, [occurrenceId, free.step, free.localAt, free.dueAt]);
}
