/** Restores deleted items of streams: their posts get their previous state, in the caller's transaction. */

import type { Tx } from '#db/database.ts';
import { restoredAs, type RestoredAs, type StoppedDelivery } from '#rules/restoring.ts';
import { deliveryStates } from '#rules/delivery-states.ts';
import { instantOfStep } from '#rules/planning.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { moveOccurrencesStatement, planMoving, rhythmsStatement } from '../plan/free-steps.ts';
import { oneOf, shaped, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

const listStatement = statement({
  name: 'list-stopped-by-item',
  columns: { occurrenceId: 'bigint' },
  text: `
  select distinct d.occurrence_id as "occurrenceId"
  from deliveries d
  where d.agency_id = $1 and d.stopped_from ->> 'at' = $3
    and d.occurrence_id in (select o.id from occurrences o where o.item_id = any(array(select i.id from items i where
      i.id = any($2::bigint[]) or i.kept_of = any($2::bigint[]))))`,
});

// A concurrent deletion of an account waits for this lock, and then stops the restored deliveries to it.
const lockAccountsStatement = statement({
  name: 'lock-accounts-of-stopped',
  columns: { id: 'bigint' },
  text: `
  select a.id
  from social_accounts a
  where a.id = any(array(select d.account_id from deliveries d where d.occurrence_id = any($1::bigint[])))
  order by a.id
  for share of a`,
});

// If approval was turned on meanwhile, the client has not seen these posts.
const askStatement = statement({
  name: 'ask-for-brought-back',
  columns: {},
  text: `
  insert into approvals (occurrence_id, agency_id, client_id, fingerprint, asked_at)
  select o.id, o.agency_id, s.user_client_id, content_fingerprint(i), $2
  from occurrences o
  join schedules s on s.id = o.schedule_id
  join items i on i.id = o.item_id
  where o.id = any($1::bigint[]) and s.needs_approval and s.deleted_at is null
    and not exists (select from approvals a where a.occurrence_id = o.id)`,
});

const lockStatement = statement({
  name: 'lock-stopped-deliveries',
  columns: {
    id: 'bigint',
    occurrenceId: 'bigint',
    scheduleId: 'bigint',
    state: oneOf(deliveryStates),
    from: shaped<{ state: StoppedDelivery['was']; nextAt: string | null; message: string }>(),
    dueAt: 'timestamptz',
    plannedAt: 'timestamptz',
    step: 'int',
    moved: 'bool',
    isUnapproved: 'bool',
  },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId", d.state, d.stopped_from as "from",
    d.due_at as "dueAt", o.due_at as "plannedAt", o.step, o.moved,
    coalesce((select p.state from approvals p where p.occurrence_id = o.id), 'approved') <> 'approved'
      as "isUnapproved"
  from deliveries d
  join occurrences o on o.id = d.occurrence_id
  join schedules s on s.id = d.schedule_id
  join social_accounts a on a.id = d.account_id
  where d.occurrence_id = any($1::bigint[]) and d.stopped_from ->> 'at' = $2
    and s.deleted_at is null and a.deleted_at is null
  order by d.id
  for update of d`,
});

const goOnStatement = statement({
  name: 'go-on-with-stopped',
  columns: {},
  text: `update deliveries set stopped_from = null, cancel_asked = false where id = any($1::bigint[])`,
});

// The tries start over, as after a move. A delivery that was already resent once is not resent again.
const restoreStatement = statement({
  name: 'bring-back-deliveries',
  columns: { pg_notify: 'void' },
  text: `
  with brought as (
    update deliveries d
    set state = given.state, next_at = coalesce(given.next_at, 'infinity'), due_at = given.due_at,
      message = given.message, unapproved = given.unapproved,
      finished_at = case when given.state = 'missed' then d.finished_at end,
      cancel_asked = false, tries = 0, first_tried_at = null, settle_reads = 0, stopped_from = null
    from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::bool[]) as given (id,
      state, next_at, due_at, message, unapproved)
    where d.id = given.id
  )
  select pg_notify('due', '')`,
});

/** The number of restored posts (to all of their accounts), and how many of them go out at another time. */
export type RestoredPosts = { waiting: number; moved: number };

/**
 * Restores the deliveries stopped by the deletion of items at that instant, for existing schedules and accounts. A post
 * whose time has passed meanwhile, or whose schedule has other times by now, goes out at the next free time.
 */
export async function restoreForItems(
  tx: Tx,
  { agencyId, itemIds, at, now }: { agencyId: string; itemIds: readonly string[]; at: Date; now: Date },
): Promise<RestoredPosts> {
  const run = runIn(tx);
  const stoppedAt = at.toISOString();
  const occurrenceIds = (await run(listStatement, [agencyId, itemIds, stoppedAt])).map((row) => row.occurrenceId);
  if (occurrenceIds.length === 0) return { waiting: 0, moved: 0 };
  await lockSchedulesOf(run, occurrenceIds);
  await run(lockAccountsStatement, [occurrenceIds]);
  await run(askStatement, [occurrenceIds, now]);
  const rows = await run(lockStatement, [occurrenceIds, stoppedAt]);
  const stands = await standsOf(run, rows, { at, now });
  await run(goOnStatement, [stands.flatMap(({ row, to }) => (to.kind === 'as-it-is' ? [row.id] : []))]);
  await storeStands(run, stands);
  const moved = await moveLate(run, stands, now);
  await settleOccurrences(run, { occurrenceIds, now });
  const waiting = new Set(
    stands.flatMap(({ row, to }) => (to.kind === 'as-it-is' || to.kind === 'missed' ? [] : [row.occurrenceId])),
  );
  return { waiting: waiting.size, moved };
}

type Stand = { row: Row<typeof lockStatement>; to: RestoredAs };

async function standsOf(run: Run, rows: readonly Stand['row'][], { at, now }: { at: Date; now: Date }) {
  const rhythms = new Map(
    (await run(rhythmsStatement, [[...new Set(rows.map(({ scheduleId }) => scheduleId))]])).map((one) => [one.id, one]),
  );
  return rows.map((row): Stand => {
    const rhythm = rhythms.get(row.scheduleId);
    const plannedAt = rhythm && instantOfStep(rhythm, row.step).getTime();
    const stopped: StoppedDelivery = {
      ...row,
      was: row.from.state,
      wasNextAt: row.from.nextAt === null ? null : new Date(row.from.nextAt),
      wasMessage: row.from.message,
      stoppedAt: at,
      isInPlan: row.moved || plannedAt === row.plannedAt.getTime(),
    };
    return { row, to: restoredAs(stopped, now) };
  });
}

/** Restores the posts that need no other time. */
async function storeStands(run: Run, stands: readonly Stand[]): Promise<void> {
  await restore(
    run,
    stands.flatMap(({ row, to }) => {
      switch (to.kind) {
        case 'as-it-is':
        case 'late':
          return [];
        case 'missed':
          return [{ row, state: 'missed', nextAt: null, dueAt: row.dueAt, message: to.message }];
        case 'by-hand':
          return [{ row, state: 'waiting', nextAt: null, dueAt: row.dueAt, message: to.message }];
        case 'planned':
          return [{ row, state: 'scheduled', nextAt: to.nextAt, dueAt: row.dueAt, message: '' }];
        default:
          return to satisfies never;
      }
    }),
  );
}

/** Moves the late posts to times that the restored ones have left free; returns the number of posts. */
async function moveLate(run: Run, stands: readonly Stand[], now: Date): Promise<number> {
  const late = stands.flatMap(({ row, to }) => (to.kind === 'late' ? [row] : []));
  if (late.length === 0) return 0;
  const steps = await planMoving(run, late, now);
  const moved = late.map((row) => {
    const step = steps.get(row.id);
    if (step === undefined) throw new Error(`no free step for delivery ${row.id}`);
    return { row, step };
  });
  await restore(
    run,
    moved.map(({ row, step: { dueAt } }) => ({ row, state: 'scheduled', nextAt: dueAt, dueAt, message: '' })),
  );
  const byOccurrence = [...new Map(moved.map(({ row, step }) => [row.occurrenceId, step]))];
  await run(moveOccurrencesStatement, [
    byOccurrence.map(([id]) => id),
    byOccurrence.map(([, { step }]) => step),
    byOccurrence.map(([, { localAt }]) => localAt),
    byOccurrence.map(([, { dueAt }]) => dueAt),
  ]);
  return byOccurrence.length;
}

type Given = { row: Stand['row']; state: string; nextAt: Date | null; dueAt: Date; message: string };

async function restore(run: Run, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  await run(restoreStatement, [
    given.map(({ row }) => row.id),
    given.map(({ state }) => state),
    given.map(({ nextAt }) => nextAt),
    given.map(({ dueAt }) => dueAt),
    given.map(({ message }) => message),
    given.map(({ row }) => row.isUnapproved),
  ]);
}
