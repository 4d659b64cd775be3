/**
 * Occurrences follow their deliveries, and rounds follow their occurrences, always in the transaction that changed
 * them.
 */

import { occurrenceState } from '#rules/delivery-states.ts';
import { continueRounds } from './rounds.ts';
import { isOpen } from '../fragments.ts';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

const lockStatement = statement({
  name: 'lock-schedules-of',
  columns: { id: 'bigint' },
  text: `
  select id from schedules
  where id = any(array(select schedule_id from occurrences where id = any($1::bigint[])))
  order by id
  for no key update`,
});

/**
 * Waits for other changes to deliveries of the same schedules; must come before any such change. Two workers that
 * finish the last deliveries of an occurrence or a round must see each other, and a person who reschedules must see
 * both.
 */
export async function lockSchedulesOf(run: Run, occurrenceIds: readonly string[]): Promise<void> {
  if (occurrenceIds.length > 0) await run(lockStatement, [occurrenceIds]);
}

// A person decides about an uncertain delivery without a planned read-back: the engine is done with it.
const countStatement = statement({
  name: 'count-deliveries',
  columns: {
    id: 'bigint',
    scheduleId: 'bigint',
    state: 'text',
    all: 'int',
    open: 'int',
    published: 'int',
    cancelled: 'int',
  },
  text: `
  select o.id, o.schedule_id as "scheduleId", o.state,
    count(*)::int as "all",
    count(*) filter (where ${isOpen})::int as open,
    count(*) filter (where d.state = 'published')::int as published,
    count(*) filter (where d.state = 'cancelled')::int as cancelled
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  where o.id = any($1::bigint[])
  group by o.id`,
});

const setStateStatement = statement({
  name: 'set-occurrence-states',
  columns: {},
  text: `
  update occurrences o set state = given.state
  from unnest($1::bigint[], $2::text[]) as given (id, state)
  where o.id = given.id`,
});

/** Updates occurrences' states by their deliveries, and ends or begins rounds. Lock their schedules first. */
export async function settleOccurrences(
  run: Run,
  { occurrenceIds, now }: { occurrenceIds: readonly string[]; now: Date },
): Promise<void> {
  if (occurrenceIds.length === 0) return;
  const counted = await run(countStatement, [occurrenceIds]);
  const changed = counted.filter((occurrence) => occurrence.state !== occurrenceState(occurrence));
  if (changed.length === 0) return;
  await run(setStateStatement, [changed.map(({ id }) => id), changed.map((occurrence) => occurrenceState(occurrence))]);
  await continueRounds(run, { scheduleIds: [...new Set(changed.map(({ scheduleId }) => scheduleId))], now });
}
