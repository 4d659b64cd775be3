/** People who delete items of streams and restore them, and the invariants of a restored delivery. */

import { streamCalls } from '#server/content/streams/calls.ts';
import { randomOf } from '../random.ts';
import { call, picked, type Action } from './calling.ts';
import type { Plan } from './plan.ts';
import type { DeliveryNow, Snapshot } from './snapshot.ts';

/** Whether items are restored in a seed: in every twentieth seed. */
export const isRestoringAt = (seed: number): boolean => seed % 20 === 7;

/** Instants, from the start on, at which a person deletes or restores items; empty if items are not restored. */
export function deletionsOf({ seed, plan }: { seed: number; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 5_000_003);
  return isRestoringAt(seed) ? Array.from({ length: random.int(10, 30) }, () => random.int(0, plan.horizonMs)) : [];
}

/** Deletes some items of a stream, or restores those of a deletion. */
export const deleteOrRestore: Action = (means) => {
  const { random, snapshot } = means;
  const items = snapshot().items.filter(({ keptOf }) => keptOf === null);
  const deleted = items.filter(({ deletedAt }) => deletedAt !== null);
  if (deleted.length > 0 && random.chance(0.6))
    return picked(deleted, random, ({ streamId, deletedAt }) => {
      const ids = deleted.filter((one) => one.deletedAt === deletedAt).map(({ id }) => id);
      return call(streamCalls['restore-stream-files'], { content_stream_id: streamId, ids, deleted_at: deletedAt });
    })(means);
  return picked(
    items.filter(({ isDeleted }) => !isDeleted),
    random,
    ({ streamId }) => {
      const own = items.filter((one) => one.streamId === streamId && !one.isDeleted).map(({ id }) => id);
      const ids = own.filter(() => random.chance(0.4));
      return ids.length === 0
        ? () => Promise.resolve()
        : call(streamCalls['delete-stream-files'], { content_stream_id: streamId, ids });
    },
  )(means);
};

type Means = { was: DeliveryNow; is: DeliveryNow; before: Snapshot | null; now: Snapshot };

/** Whether a stopped delivery was restored together with its deleted item. */
export function isRestored({ was, is, before, now }: Means): boolean {
  const back = ['scheduled', 'waiting', 'missed'];
  if (was.state !== 'cancelled' || !back.includes(is.state) || before === null) return false;
  const itemOf = ({ occurrences, items }: Snapshot) => {
    const own = items.find(({ id }) => id === occurrences.find((row) => row.id === is.occurrenceId)?.itemId);
    return items.find(({ id }) => id === (own?.keptOf ?? own?.id));
  };
  return itemOf(before)?.isDeleted === true && itemOf(now)?.isDeleted === false;
}
