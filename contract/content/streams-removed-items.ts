/** Deletes several items of streams at a time, and restores them. */
import { z } from 'zod';
import { keptDays } from '#rules/removed-files.ts';
import { call } from '../base/call.ts';
import { id, instant, nearInstant } from '../base/fields.ts';

/** The answer after that time: the files may have been deleted. */
export const restoreTooLate = `These were deleted more than ${keptDays} days ago and cannot be brought back.`;

/** Items of a stream; repeated ids count once. */
const itemIds = z.array(id).min(1, 'Please choose an item').max(10_000, 'Please choose at most 10,000 items at once');

/**
 * Deletes items of a stream as `delete-stream-file` deletes one: all of them, or none if one is missing.
 * `restore-stream-files` restores them by `deleted_at`. With `again`, the call repeats one whose answer was lost: if a
 * single deletion has deleted all of the items since, its answer is returned again.
 */
export const deleteStreamFiles = call('delete-stream-files', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ content_stream_id: id, ids: itemIds, again: z.boolean().optional() }),
  data: z.object({
    deleted_at: instant,
    /** Waiting posts that were stopped, and those that could not be, because they were being sent. */
    stopped: z.number().int(),
    under_way: z.number().int(),
  }),
});

/**
 * Restores the items deleted at that instant, at their positions and with their waiting posts, for 30 days. Items
 * restored or deleted again since stay as they are.
 */
export const restoreStreamFiles = call('restore-stream-files', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ content_stream_id: id, ids: itemIds, deleted_at: nearInstant }),
  data: z.object({
    restored: z.number().int(),
    /** The items that were already restored, and those that somebody has deleted again. */
    there: z.number().int(),
    left: z.number().int(),
    /** Posts that wait again, and how many of them go out later than planned. */
    waiting: z.number().int(),
    moved: z.number().int(),
  }),
});
