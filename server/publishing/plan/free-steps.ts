/** Moves occurrences to free steps of their schedules. */

import { freeSteps } from '#rules/pausing.ts';
import { frequencies, type PlannedOccurrence } from '#rules/planning.ts';
import { openStates } from '../fragments.ts';
import { oneOf, statement } from '../statement.ts';
import { type Run } from '../statements.ts';

/** The rhythms of schedules ($1). */
export const rhythmsStatement = statement({
  name: 'list-rhythms',
  columns: { id: 'bigint', origin: 'text', zone: 'text', frequency: oneOf(frequencies) },
  text: `select id, origin_local as origin, timezone as zone, frequency from schedules where id = any($1::bigint[])`,
});

const takenStatement = statement({
  name: 'list-taken-steps',
  columns: { scheduleId: 'bigint', dueAt: 'timestamptz' },
  text: `
  select distinct d.schedule_id as "scheduleId", d.due_at as "dueAt"
  from deliveries d
  where d.schedule_id = any($1::bigint[]) and d.due_at > $2 and not d.occurrence_id = any($3::bigint[])
    and d.state in (${openStates})`,
});

const orderStatement = statement({
  name: 'list-places',
  columns: { id: 'bigint' },
  text: `select id from occurrences where id = any($1::bigint[]) order by round, position, id`,
});

/** The free steps of their schedules to which deliveries would move, in the order of the plan; by delivery. */
export async function planMoving(
  run: Run,
  pile: readonly { id: string; occurrenceId: string; scheduleId: string }[],
  at: Date,
): Promise<Map<string, PlannedOccurrence>> {
  const occurrenceIds = [...new Set(pile.map(({ occurrenceId }) => occurrenceId))];
  const scheduleIds = [...new Set(pile.map(({ scheduleId }) => scheduleId))];
  const order = await run(orderStatement, [occurrenceIds]);
  const scheduleOf = new Map(pile.map(({ occurrenceId, scheduleId }) => [occurrenceId, scheduleId]));
  const bySchedule = Map.groupBy(order, ({ id }) => scheduleOf.get(id));
  const taken = Map.groupBy(
    await run(takenStatement, [scheduleIds, at, occurrenceIds]),
    ({ scheduleId }) => scheduleId,
  );
  const stepOf = new Map<string, PlannedOccurrence>();
  for (const rhythm of await run(rhythmsStatement, [scheduleIds])) {
    const occurrences = bySchedule.get(rhythm.id) ?? [];
    const steps = freeSteps({
      ...rhythm,
      after: at,
      taken: (taken.get(rhythm.id) ?? []).map(({ dueAt }) => dueAt),
      count: occurrences.length,
    });
    occurrences.forEach(({ id }, index) => {
      const step = steps[index];
      if (step) stepOf.set(id, step);
    });
  }
  return new Map(
    pile.flatMap(({ id, occurrenceId }) => {
      const step = stepOf.get(occurrenceId);
      return step ? [[id, step]] : [];
    }),
  );
}

/** Moves occurrences ($1) to other steps, local times and instants, unless part of them is already posted. */
export const moveOccurrencesStatement = statement({
  name: 'move-occurrences',
  columns: {},
  text: `
  update occurrences o set step = given.step, local_at = given.local_at, due_at = given.due_at, moved = false
  from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[]) as given (id, step, local_at, due_at)
  where o.id = given.id and not exists (select from deliveries d where d.occurrence_id = o.id
    and d.state = 'published')`,
});
