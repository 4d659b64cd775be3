/** Takes a planned post out of its plan as a whole, or not at all. */
import type { Tx } from '#db/database.ts';
import { deliveryStates, moveRefusalOf } from '#rules/delivery-states.ts';
import { lockSchedulesOf } from '../plan/occurrences.ts';
import { oneOf, statement } from '../statement.ts';
import { runIn } from '../statements.ts';
import { cancelForOccurrence } from './cancel.ts';

// Locks all deliveries, so that a claimed one cannot pass the fence between this read and the cancellation.
const lockDeliveriesStatement = statement({
  name: 'lock-to-take-out',
  columns: { state: oneOf(deliveryStates) },
  text: `
  select d.state
  from deliveries d
  where d.agency_id = $1 and d.occurrence_id = $2
  order by d.id
  for update of d`,
});

/**
 * Cancels a planned post at all its accounts; `refused` if it is published, being sent or uncertain at one of them, or
 * has nothing left to send. Nothing is cancelled then.
 */
export async function takeOutPost(
  tx: Tx,
  { agencyId, occurrenceId, now }: { agencyId: string; occurrenceId: string; now: Date },
): Promise<'taken' | 'refused' | 'not-found'> {
  const run = runIn(tx);
  await lockSchedulesOf(run, [occurrenceId]);
  const states = (await run(lockDeliveriesStatement, [agencyId, occurrenceId])).map(({ state }) => state);
  if (states.length === 0) return 'not-found';
  if (moveRefusalOf(states) !== null) return 'refused';
  await cancelForOccurrence(tx, { agencyId, occurrenceId, now });
  return 'taken';
}
