/** People who move single posts of a plan to other times, as in the calendar. */

import { instantToLocal } from '#rules/planning.ts';
import { scheduleCalls } from '#server/planning/schedules/calls.ts';
import { randomOf } from '../random.ts';
import { call, picked, type Action } from './calling.ts';
import type { Plan } from './plan.ts';

/** Whether posts are moved in a seed: in every tenth seed. */
export const isMovedAt = (seed: number): boolean => seed % 10 === 3;

/** Instants, from the start on, at which a person moves a post; empty if posts are not moved. */
export function movesOf({ seed, isMoved, plan }: { seed: number; isMoved: boolean; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 2_000_003);
  return isMoved ? Array.from({ length: random.int(4, 20) }, () => random.int(0, plan.horizonMs)) : [];
}

/** Moves any post, published or not, by minutes or to another day; sometimes with an outdated time. */
export const movePost: Action = (means) => {
  const { random, snapshot, now } = means;
  const { occurrences, deliveries } = snapshot();
  return picked(occurrences, random, ({ id }) => {
    const timezone = random.pick(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe']);
    const ahead = random.pick([random.int(0, 5), random.int(1, 200), random.int(200, 3000)]);
    const local = instantToLocal(new Date(now().getTime() + ahead * 60_000), timezone);
    const seen = deliveries.find(({ occurrenceId }) => occurrenceId === id);
    const from = seen !== undefined && random.chance(0.3) ? { from: new Date(seen.dueAt).toISOString() } : {};
    return call(scheduleCalls['move-scheduled-item'], {
      id,
      date: local.slice(0, 10),
      time: local.slice(11),
      timezone,
      ...from,
    });
  })(means);
};
