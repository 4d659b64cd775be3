/** What all calls share that do one thing to several rows of a list. */
import { z } from 'zod';
import { mostAtOnce } from '#rules/bulk.ts';
import { id } from './fields.ts';

/** The rows to do it to, by id; one that is named twice counts once. */
export const someIds = z
  .array(id)
  .min(1, 'Please choose at least one')
  .max(mostAtOnce, `Please choose at most ${mostAtOnce} at once`);

/**
 * What came of it, row by row: each is done whole or not at all. `left`: those it could not be done to, with why. Where
 * one of the ids is not there, the call answers 404 and does nothing.
 */
export const bulkOutcome = z.object({
  done: z.array(z.string()),
  left: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkOutcome = z.output<typeof bulkOutcome>;

/** Why nothing was done: a row of another agency is as little there as one that has been deleted. */
export const oneIsGone =
  'Nothing was done: one of these is not there any more. Please look at the list and choose again.';

/** 'Deleted 3 schedules. 1 was left as it is.' */
export function bulkWords(verb: string, { done, left }: BulkOutcome, one: string): string {
  const counted = (count: number): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
  const rest = left.length === 0 ? '' : ` ${counted(left.length)} left as ${left.length === 1 ? 'it is' : 'they are'}.`;
  return `${verb} ${counted(done.length)}.${rest}`;
}
