import { oneIsGone, type BulkOutcome } from '#contract/base/bulk.ts';
import { UserError } from '../handlers.ts';

type Rows = {
  ids: readonly string[];
  /** How many of these distinct ids are existing rows of the agency. */
  countThere: (ids: readonly string[]) => Promise<number>;
  /** Performs the call for one row, in its own transaction; throws a UserError if that fails. */
  work: (id: string) => Promise<void>;
};

/**
 * Does something to each row, as the call for one row does, in a transaction that `work` opens: no row waits for the
 * locks of another, and each is done completely or not at all. Returns the result of each. Throws (404) before the
 * first one if any of them does not exist; one that is deleted meanwhile is listed under `left`.
 */
export async function eachRow({ ids, countThere, work }: Rows): Promise<BulkOutcome> {
  const once = [...new Set(ids)];
  if ((await countThere(once)) !== once.length) throw new UserError(oneIsGone, { status: 404 });
  const outcome: BulkOutcome = { done: [], left: [] };
  for (const id of once) {
    try {
      await work(id);
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      outcome.left.push({ id, message: error.status === 404 ? 'It no longer exists.' : error.message });
    }
  }
  return outcome;
}
