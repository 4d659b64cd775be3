/** Moves planned posts: one or several, or those of several schedules at once. */
import { z } from 'zod';
import { mostAtOnce } from '#rules/bulk.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { date, id, instant, nearInstant, time, timezone } from '../base/fields.ts';

const toMove = z.object({ id, date, time, timezone, from: nearInstant.optional() });

/**
 * Moves one scheduled item, at all its accounts, to another time of a zone; its schedule's other items stay. `from` is
 * the instant that the caller saw: if it has changed since, nothing moves (409).
 */
export const moveScheduledItem = call('move-scheduled-item', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: toMove,
  data: z.object({
    due_at: instant,
    /** 'YYYY-MM-DD HH:mm' in the requested zone; differs from the requested time if the clocks skip that. */
    local: z.string(),
    /** Whether the clocks skip or repeat that time. */
    clocks: z.enum(['', 'skipped', 'twice']),
  }),
});

/**
 * Moves several scheduled items, each as `move-scheduled-item` does. `moved`: the moved items, with their current
 * times.
 */
export const moveScheduledItems = call('move-scheduled-items', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z.object({
    posts: z
      .array(toMove)
      .min(1, 'Please choose at least one')
      .max(mostAtOnce, `Please choose at most ${mostAtOnce} at once`),
  }),
  data: bulkOutcome.extend({ moved: z.array(z.object({ id: z.string(), due_at: instant })) }),
});

/**
 * Moves the posts of several schedules that are not published yet by whole days, as `reschedule` does; the times of day
 * stay. With `back`, the `moved_at` of such a move, the move is undone: each post gets its previous time back.
 */
export const moveSchedulers = call('move-schedulers', {
  who: 'schedule',
  changes: ['schedules', 'posts', 'approvals'],
  input: z
    .object({
      ids: someIds,
      days: z
        .number()
        .int()
        .min(-365, 'Please choose at most a year')
        .max(365, 'Please choose at most a year')
        .refine((days) => days !== 0, 'Please choose by how many days')
        .optional(),
      back: nearInstant.optional(),
    })
    .refine(({ days, back }) => days !== undefined || back !== undefined, {
      path: ['days'],
      error: 'Please choose by how many days',
    })
    .refine(({ days, back }) => days === undefined || back === undefined, {
      path: ['back'],
      error: 'Please choose by how many days, or what to take back',
    }),
  data: bulkOutcome.extend({ moved_at: instant }),
});
