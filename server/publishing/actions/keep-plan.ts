/** Stores a plan before the whole plan is moved, so that the move can be undone. */

import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

const keepStatement = statement({
  name: 'keep-plan-before-move',
  columns: {},
  text: `
  update schedules s
  set moved_from = jsonb_build_object('at', $3::text, 'origin', s.origin_local, 'zone', s.timezone,
    'frequency', s.frequency, 'posts', (
      select jsonb_agg(jsonb_build_object('id', o.id::text, 'step', o.step, 'localAt', o.local_at, 'dueAt', o.due_at,
        'isOwn', o.moved, 'missed', array(select d.id::text from deliveries d where d.occurrence_id = o.id
          and d.state = 'missed')) order by o.round, o.position)
      from occurrences o
      where o.id = any($4::bigint[])
    ))
  where s.agency_id = $1 and s.id = $2`,
});

/** Stores the schedules' plan of the posts that are about to move. The schedules must be locked. */
export async function keepPlan(
  run: Run,
  plan: { agencyId: string; scheduleId: string; occurrenceIds: readonly string[]; now: Date },
): Promise<void> {
  await run(keepStatement, [plan.agencyId, plan.scheduleId, plan.now.toISOString(), plan.occurrenceIds]);
}
