/** Which items of a repeating schedule the next round takes. */
import { z } from 'zod';
import { streamTypes } from '#rules/eligibility.ts';
import { call } from './call.ts';
import { id, instant, listInput, page } from './fields.ts';

const roundItem = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(streamTypes),
  thumbnails: z.string().nullable(),
  /**
   * Since when the rounds go without it, and on whose word (null: somebody who has left); `was_tired`: people seemed
   * tired of it then. Null while it goes out.
   */
  rests: z.object({ since: instant, by: z.string().nullable(), was_tired: z.boolean() }).nullable(),
  /** Rounds in which it was posted somewhere, and when that was last. */
  rounds_posted: z.number().int(),
  last_posted: instant.nullable(),
  /**
   * Its first round and its latest two, a day old or older, as they were last read; `share` is what of the first one's
   * points the round brought, like for like. Nulls where nothing was read; empty for whoever may not see engagement.
   */
  read: z.array(
    z.object({ round: z.number().int(), points: z.number().int().nullable(), share: z.number().nullable() }),
  ),
  /** Its latest two rounds brought less than half of the first one each. */
  tired: z.boolean(),
});
export type RoundItem = z.output<typeof roundItem>;

/** What the next round of a schedule can take: those first that are tired, then in their order. */
export const fetchRound = call('fetch-round', {
  who: 'schedule',
  shows: ['schedules', 'posts', 'streams'],
  input: z.object({ ...listInput, id }),
  data: page(roundItem).extend({
    next_round: z.number().int(),
    /** Of all items, whatever is searched for; `rested_last` are the few that rest since the latest. */
    resting: z.number().int(),
    rested_last: z.array(roundItem),
    tired: z.array(z.string()),
  }),
});

/** Lets items rest from the next round of a schedule on, or has them go out again. What is planned already stays. */
export const restItems = call('rest-items', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({ id, item_ids: z.array(id).min(1, 'Please choose an item').max(1000), rests: z.boolean() }),
  data: z.object({ next_round: z.number().int() }),
});
