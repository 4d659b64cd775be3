import { troubled, type PlanProblem, type PlanToCheck } from './plan-problems.ts';
import type { PlannedOccurrence } from './planning.ts';

/**
 * The posts whose time of day the zone's clocks skip, with the nearest time that every day has; null if there are none.
 * Hourly posts keep their distance and have no fixed time of day.
 */
export function clockProblem(plan: PlanToCheck, round: readonly PlannedOccurrence[]): PlanProblem | null {
  if (plan.frequency === 'hourly') return null;
  const [day = '', time = ''] = plan.origin.split(' ');
  const skipped = round.filter(({ localAt }) => localAt.slice(11) !== time);
  const [first] = skipped;
  if (!first) return null;
  const shown = first.localAt.slice(11);
  return {
    rule: 'clock',
    network: null,
    accountIds: [],
    message: `The clocks skip ${time} on ${first.localAt.slice(0, 10)}: that day’s post goes out at ${shown}.`,
    posts: skipped.flatMap(({ position }) => {
      const item = plan.items[position];
      return item ? [troubled(item, { position })] : [];
    }),
    start: `${day} ${shown}`,
  };
}
