/** People who rest items of repeating schedules, and end their rest. */

import { repurposingCalls } from '#server/planning/repurposing/calls.ts';
import { randomOf } from '../random.ts';
import { call, picked, type Action } from './calling.ts';
import type { Plan } from './plan.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether items rest in a seed: in every tenth seed. */
export const isRestingAt = (seed: number): boolean => seed % 10 === 0;

const hour = 3_600_000;

/**
 * The plan of a seed; if items rest, its schedules repeat, and quickly: few items an hour apart, for long enough that
 * many rounds begin, and never a single item, so that one may rest.
 */
export function withRounds(seed: number, plan: Plan): Plan {
  if (!isRestingAt(seed)) return plan;
  return {
    ...plan,
    horizonMs: Math.max(plan.horizonMs, 30 * hour),
    streams: plan.streams.map((items) => Math.min(Math.max(items, 2), 3)),
    orders: plan.orders.map((order) => ({ ...order, frequency: 'hourly', repurpose: true })),
  };
}

/** Instants, from the start on, at which a person rests items or ends their rest; empty if items do not rest. */
export function restsOf({ seed, plan }: { seed: number; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 3_000_003);
  return isRestingAt(seed) ? Array.from({ length: random.int(4, 20) }, () => random.int(0, plan.horizonMs)) : [];
}

/** Rests an item of a schedule, or ends the rest of one. */
export const restItem: Action = (means) => {
  const { random, snapshot } = means;
  const { schedules, items, resting } = snapshot();
  return picked(schedules, random, ({ id, streamId }) => {
    const own = items.filter((item) => item.streamId === streamId && !item.isDeleted);
    const asleep = resting.filter(({ scheduleId }) => scheduleId === id);
    const wakes = asleep.length > 0 && random.chance(0.5);
    return picked(wakes ? asleep.map(({ itemId }) => itemId) : own.map((item) => item.id), random, (itemId) =>
      call(repurposingCalls['rest-items'], { id, item_ids: [itemId], rests: !wakes }),
    );
  })(means);
};

type Means = { before: Snapshot; now: Snapshot; broken: (what: string) => void };

/**
 * Every round that has begun since `before` has each item that is not resting once, and none that rests or was removed.
 */
export function checkRounds({ before, now, broken }: Means): void {
  const known = new Set(before.occurrences.map(({ id }) => id));
  const begun = now.occurrences.filter(({ id, round }) => round > 1 && !known.has(id));
  for (const [scheduleId, round] of Map.groupBy(begun, (occurrence) => occurrence.scheduleId)) {
    const taken = round.map(({ itemId }) => itemId);
    if (new Set(taken).size < taken.length) broken(`a round of schedule ${scheduleId} has an item twice`);
    const [was, is] = [goingOut(before, scheduleId), goingOut(now, scheduleId)];
    for (const id of taken)
      if (!was.has(id) && !is.has(id)) broken(`item ${id} is in a round of schedule ${scheduleId} though it rests`);
    for (const id of is)
      if (was.has(id) && !taken.includes(id)) broken(`item ${id} is missing in a round of schedule ${scheduleId}`);
  }
}

/** The items that a round of a schedule takes if it begins now. */
function goingOut({ schedules, items, occurrences, resting }: Snapshot, scheduleId: string): Set<string> {
  const stream = schedules.find(({ id }) => id === scheduleId)?.streamId;
  const cancelled = new Set(
    occurrences
      .filter((occurrence) => occurrence.scheduleId === scheduleId && occurrence.state === 'cancelled')
      .map(({ itemId }) => items.find(({ id }) => id === itemId)?.keptOf ?? itemId),
  );
  const asleep = new Set(resting.flatMap((row) => (row.scheduleId === scheduleId ? [row.itemId] : [])));
  return new Set(
    items.flatMap(({ id, streamId, isDeleted }) =>
      streamId === stream && !isDeleted && !cancelled.has(id) && !asleep.has(id) ? [id] : [],
    ),
  );
}
