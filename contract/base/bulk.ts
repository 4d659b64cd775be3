/** What all calls that change several rows of a list have in common. */
import { z } from 'zod';
import { mostAtOnce } from '#rules/bulk.ts';
import { id } from './fields.ts';

/** The rows to change, by id; a repeated id counts once. */
export const someIds = z
  .array(id)
  .min(1, 'Please choose at least one')
  .max(mostAtOnce, `Please choose at most ${mostAtOnce} at once`);

/**
 * The result for each row: each is changed completely or not at all. `left`: the rows that stayed as they were, with
 * the reason. If an id does not exist, the call answers 404 and changes no row.
 */
export const bulkOutcome = z.object({
  done: z.array(z.string()),
  left: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkOutcome = z.output<typeof bulkOutcome>;

/** The answer for an id that does not exist; a row of another agency counts as deleted. */
export const oneIsGone =
  'Nothing was done: one of these is not there any more. Please look at the list and choose again.';

/** 'Deleted 3 schedules. 1 was left as it is.' */
export function bulkWords(verb: string, { done, left }: BulkOutcome, one: string): string {
  const counted = (count: number): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
  const rest = left.length === 0 ? '' : ` ${counted(left.length)} left as ${left.length === 1 ? 'it is' : 'they are'}.`;
  return `${verb} ${counted(done.length)}.${rest}`;
}
