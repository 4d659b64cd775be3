/** The items of a repeating schedule that its next round posts. */
import { z } from 'zod';
import { streamTypes } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id, instant, listInput, page } from '../base/fields.ts';

const roundItem = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(streamTypes),
  thumbnails: z.string().nullable(),
  /**
   * Since when rounds skip it, and who decided that (null: somebody who has left); `was_tired`: it seemed worn out
   * then. Null while rounds include it.
   */
  rests: z.object({ since: instant, by: z.string().nullable(), was_tired: z.boolean() }).nullable(),
  /** The number of rounds in which it was posted somewhere, and when that was last. */
  rounds_posted: z.number().int(),
  last_posted: instant.nullable(),
  /**
   * Its first round and its latest two, a day old or older, as they were last read; `share` is the round's points
   * relative to the first one's, at equal age. Null if nothing was read; empty for people who may not see engagement.
   */
  read: z.array(
    z.object({ round: z.number().int(), points: z.number().int().nullable(), share: z.number().nullable() }),
  ),
  /** Each of its latest two rounds brought less than half of the first one's points. */
  tired: z.boolean(),
});
/** An item of a stream, and the readings of its rounds. */
export type RoundItem = z.output<typeof roundItem>;

/** The items that the next round of a schedule can post: worn-out ones first, then in their order. */
export const fetchRound = call('fetch-round', {
  who: 'schedule',
  shows: ['schedules', 'posts', 'streams'],
  input: z.object({ ...listInput, id }),
  data: page(roundItem).extend({
    next_round: z.number().int(),
    /** Counts of all items, regardless of the search; `rested_last` are the items that were rested most recently. */
    resting: z.number().int(),
    rested_last: z.array(roundItem),
    tired: z.array(z.string()),
  }),
});

/** Rests items from the next round of a schedule on, or ends their rest. Posts that are already planned stay. */
export const restItems = call('rest-items', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({ id, item_ids: z.array(id).min(1, 'Please choose an item').max(1000), rests: z.boolean() }),
  data: z.object({ next_round: z.number().int() }),
});
