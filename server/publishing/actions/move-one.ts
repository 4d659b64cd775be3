/** Moves one post of a plan: the occurrence at all its accounts, to a time of its own. */

import type { Tx } from '#db/database.ts';
import { deliveryStates, moveRefusalOf, statesFor, type MoveRefusal } from '#rules/delivery-states.ts';
import { frequencies, instantOfStep, instantToLocal } from '#rules/planning.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { repaceAccounts } from '../repace.ts';
import { oneOf, statement } from '../statement.ts';
import { runIn } from '../statements.ts';
import { moveStatement } from './move.ts';

/** An occurrence and its target instant. `from` is the instant that the person saw, if known. */
export type MoveOne = { agencyId: string; occurrenceId: string; dueAt: Date; from: Date | undefined; now: Date };

/** `changed`: its time is no longer the one that the person saw. */
export type MovedOne = 'moved' | 'not-found' | 'changed' | MoveRefusal;

const occurrenceStatement = statement({
  name: 'find-to-move',
  columns: { step: 'int', dueAt: 'timestamptz', origin: 'text', zone: 'text', frequency: oneOf(frequencies) },
  text: `
  select o.step, o.due_at as "dueAt", s.origin_local as origin, s.timezone as zone, s.frequency
  from occurrences o
  join schedules s on s.id = o.schedule_id
  where o.agency_id = $1 and o.id = $2 and s.deleted_at is null`,
});

// Locks all deliveries, so that a claimed one cannot pass the fence between this read and the move.
const lockDeliveriesStatement = statement({
  name: 'lock-to-move',
  columns: { state: oneOf(deliveryStates) },
  text: `
  select d.state
  from deliveries d
  where d.occurrence_id = $1
  order by d.id
  for update of d`,
});

/**
 * Moves an occurrence as a whole. Its approval, its pauses and the pace of its accounts still apply. With a time of its
 * own it no longer follows its schedule's steps; moved back to the time of its step, it does again.
 */
export async function moveOccurrence(tx: Tx, { agencyId, occurrenceId, dueAt, from, now }: MoveOne): Promise<MovedOne> {
  const run = runIn(tx);
  await lockSchedulesOf(run, [occurrenceId]);
  const [found] = await run(occurrenceStatement, [agencyId, occurrenceId]);
  if (found === undefined) return 'not-found';
  const { step, dueAt: before, ...rhythm } = found;
  if (from !== undefined && from.getTime() !== before.getTime()) return 'changed';
  const states = (await run(lockDeliveriesStatement, [occurrenceId])).map(({ state }) => state);
  const refusal = moveRefusalOf(states);
  if (refusal !== null) return refusal;
  const isOwn = dueAt.getTime() !== instantOfStep(rhythm, step).getTime();
  const moved = await run(moveStatement, [
    [occurrenceId],
    [step],
    [instantToLocal(dueAt, rhythm.zone)],
    [dueAt],
    statesFor('move'),
    isOwn,
  ]);
  await repaceAccounts(run, { accountIds: moved.map(({ accountId }) => accountId), now });
  await settleOccurrences(run, { occurrenceIds: [occurrenceId], now });
  return 'moved';
}
