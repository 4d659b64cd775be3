/** People who pause and resume schedules, one or two at a time, and the mark that deliveries must then carry. */

import { pausingCalls } from '#server/planning/pausing/calls.ts';
import { randomOf } from '../random.ts';
import { call, picked, type Action } from './calling.ts';
import { resume } from './people.ts';
import type { Plan } from './plan.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether schedules are paused in a seed: in every tenth seed. */
export const arePausedAt = (seed: number): boolean => seed % 10 === 9;

/**
 * The plan of a seed; in half of the seeds with paused schedules each post is a round, and the next round begins an
 * hour later, so that many rounds begin under a pause.
 */
export const withShortRounds = (seed: number, plan: Plan): Plan =>
  seed % 20 === 19
    ? {
        ...plan,
        streams: plan.streams.map(() => 1),
        orders: plan.orders.map((order) => ({ ...order, frequency: 'hourly', repurpose: true })),
      }
    : plan;

/** Instants, from the start on, at which a person pauses or resumes schedules; empty if schedules are not paused. */
export function schedulePausesOf({ seed, plan }: { seed: number; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 5_000_003);
  return arePausedAt(seed) ? Array.from({ length: random.int(8, 24) }, () => random.int(0, plan.horizonMs)) : [];
}

/** Pauses a schedule or two, or resumes one: as in the list, or with a choice for the piled-up posts. */
export const pauseOrResumeSchedule: Action = (means) => {
  const { random, snapshot, rows } = means;
  const { schedules, deliveries } = snapshot();
  const there = schedules.filter(({ isDeleted }) => !isDeleted);
  const sent = new Set(
    deliveries.flatMap(({ state, scheduleId }) =>
      state === 'sending' || state === 'processing' || state === 'uncertain' ? [scheduleId] : [],
    ),
  );
  const underWay = there.filter(({ id, isPaused }) => sent.has(id) && !isPaused);
  const paused = there.filter(({ isPaused }) => isPaused);
  if (paused.length > 0 && random.chance(0.5))
    return picked(paused, random, ({ id }) =>
      random.chance(0.3)
        ? call(pausingCalls['pause-schedulers'], { ids: [id], paused: false })
        : resume({ agencyId: rows.agencyId, scope: 'schedule', id }),
    )(means);
  // A delivery that is being sent may be the last of its round, and the next round then begins under the pause.
  return picked(underWay.length > 0 ? underWay : there, random, ({ id }) =>
    call(pausingCalls['pause-schedulers'], {
      ids: random.chance(0.3) ? [id, random.pick(there).id] : [id],
      paused: true,
    }),
  )(means);
};

/**
 * Every delivery that may still be published, or be restored, has the mark of its schedule's pause, and no other
 * delivery does.
 */
export function checkMarks({ deliveries, schedules }: Snapshot, broken: (what: string) => void): void {
  const paused = new Set(schedules.flatMap(({ id, isPaused }) => (isPaused ? [id] : [])));
  for (const { id, state, isPaused, scheduleId } of deliveries) {
    if (state === 'published') continue;
    const isOver = paused.has(scheduleId);
    if (isPaused !== isOver)
      broken(
        `delivery ${id} is ${isPaused ? '' : 'not '}marked as paused; its schedule is ${isOver ? '' : 'not '}paused`,
      );
  }
}
