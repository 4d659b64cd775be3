/** Items of streams that are deleted several at a time, and brought back. */
import { z } from 'zod';
import { keptDays } from '#rules/removed-files.ts';
import { call } from './call.ts';
import { id, instant, nearInstant } from './fields.ts';

/** Why nothing comes back after that time: the files may be gone. */
export const restoreTooLate = `These were deleted more than ${keptDays} days ago and cannot be brought back.`;

/** Items of a stream, each named once or more. */
const itemIds = z.array(id).min(1, 'Please choose an item').max(10_000, 'Please choose at most 10,000 items at once');

/**
 * Takes items out of a stream as `delete-stream-file` does one, all of them or, where one is not there, none.
 * `deleted_at` brings them back, with `restore-stream-files`. With `again`, the call repeats one whose answer was lost:
 * where one deletion has taken all of the items by then, its answer is given once more.
 */
export const deleteStreamFiles = call('delete-stream-files', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ content_stream_id: id, ids: itemIds, again: z.boolean().optional() }),
  data: z.object({
    deleted_at: instant,
    /** Waiting posts that were stopped, and those that were being sent and cannot be. */
    stopped: z.number().int(),
    under_way: z.number().int(),
  }),
});

/**
 * Brings items back that were deleted at that instant, to their places and with the posts that waited of them, for 30
 * days. What has been brought back or deleted again meanwhile stays as it is.
 */
export const restoreStreamFiles = call('restore-stream-files', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ content_stream_id: id, ids: itemIds, deleted_at: nearInstant }),
  data: z.object({
    restored: z.number().int(),
    /** Those that were there already, and those that somebody has deleted again. */
    there: z.number().int(),
    left: z.number().int(),
    /** Posts that wait again, and those of them that go out later than they were planned. */
    waiting: z.number().int(),
    moved: z.number().int(),
  }),
});
