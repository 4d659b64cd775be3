/** Actions on several scheduled items at once, each by the rules of the call for one. */
import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { cancelForOccurrence } from '../../publishing/index.ts';
import { countOccurrences } from './item-queries.ts';
import { moveOne } from './move-item.ts';

/**
 * Takes one scheduled item out of its schedule. Throws a UserError if it does not exist (404), or none of its posts
 * waits.
 */
export async function deleteItem(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<void> {
  const outcome = await cancelForOccurrence(tx, { agencyId, occurrenceId: id, now });
  if (outcome === 'not-found') throw new UserError(messages.notFound, { status: 404 });
  if (outcome === 'nothing-open') throw new UserError(messages.nothingToStop);
}

/** Answers `delete-scheduled-items`. */
export async function deleteItems(
  { ids }: Input<'delete-scheduled-items'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'delete-scheduled-items'>>> {
  const data = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countOccurrences(tx, { agencyId, ids: some })),
    work: (id) => transaction((tx) => deleteItem(tx, { agencyId, id, now })),
  });
  return { message: bulkWords('Deleted', data, 'post'), data };
}

/** Answers `move-scheduled-items`. */
export async function moveItems(
  { posts }: Input<'move-scheduled-items'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'move-scheduled-items'>>> {
  const times = new Map(posts.map((post) => [post.id, post]));
  const moved: Data<'move-scheduled-items'>['moved'] = [];
  const outcome = await eachRow({
    ids: [...times.keys()],
    countThere: (some) => transaction((tx) => countOccurrences(tx, { agencyId, ids: some })),
    work: async (id) => {
      const post = times.get(id);
      if (post === undefined) throw new Error('each of them was named with its time');
      const { due_at } = await transaction((tx) => moveOne(tx, post, { agencyId, now }));
      moved.push({ id, due_at });
    },
  });
  return { message: bulkWords('Moved', outcome, 'post'), data: { ...outcome, moved } };
}
