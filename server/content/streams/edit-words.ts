/** Changes an item's texts: planned posts follow, or keep their text. One transaction. */
import type { Data, Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import {
  askAboutItem,
  listPostsOut,
  lockOpenPosts,
  rewordDeliveries,
  standOn,
  type OpenPost,
} from '../../publishing/index.ts';
import { updateItemWords, type ItemWords } from './item-queries.ts';
import { deleteKept, insertKept, listKept, lockItem, type KeptRow } from './kept-queries.ts';
import { replaceUses, takeQuota } from '../../base/files/index.ts';
import { versionOf } from '../../base/lib/versions.ts';
import { itemWords } from './present.ts';
import { bytesOfItem } from './quota.ts';

type Edit = Pick<Input<'update-stream'>, 'planned_posts' | 'kept'> & {
  agencyId: string;
  itemId: string;
  words: ItemWords;
  /** For a formatted item: the files in its texts. */
  fileIds?: readonly string[];
  quotaBytes: number;
  userId: string;
  now: Date;
};

/** The result of an edit, and the input that undoes it. */
export type Edited = Data<'update-stream'>['planned'];

const areSame = (a: ItemWords, b: ItemWords): boolean => versionOf(itemWords(a)) === versionOf(itemWords(b));
const idsOf = (posts: readonly OpenPost[]): string[] => posts.map(({ id }) => id);

/**
 * Changes an item's texts; undefined if it was deleted. Throws a UserError (413) if the new texts, or the earlier ones
 * that posts keep, exceed the agency's quota. Posts that follow go out with the new texts and, if the client approves,
 * need approval again. Posts in progress always keep their text: with another one they could not be found, and would be
 * sent twice. Published posts keep it, too, as a record. `undo` reverts an edit: posts that had joined the item use
 * their copies again, and those that kept the text use the item again.
 */
export async function editWords(tx: Tx, edit: Edit): Promise<Edited | undefined> {
  const { agencyId, itemId, words, now } = edit;
  const before = await lockItem(tx, { agencyId, itemId });
  if (before === undefined) return undefined;
  const copies = await listKept(tx, { agencyId, itemId });
  const posts = await lockOpenPosts(tx, { agencyId, itemIds: [itemId, ...copies.map(({ id }) => id)] });
  const own = posts.filter((post) => post.itemId === itemId);
  const isChanged = !areSame(before, words);
  const staying = isChanged ? own.filter(({ isUnderWay }) => edit.planned_posts === 'keep' || isUnderWay) : [];
  const joining = joiningOf(posts, copies, edit);
  const returning = returningOf(own, copies, edit);

  // After locking: posts that go out meanwhile are among those above.
  const keeping = [...idsOf(staying), ...(isChanged ? await listPostsOut(tx, { agencyId, itemId }) : [])];
  const kept = keeping.length > 0 ? bytesOfItem(before) : 0;
  const moreBytes = bytesOfItem(words) - bytesOfItem(before) + kept;
  await takeQuota(tx, { agencyId, quotaBytes: edit.quotaBytes, moreBytes });
  if (keeping.length > 0)
    await standOn(tx, { agencyId, ids: keeping, itemId: await insertKept(tx, { agencyId, itemId, now }) });
  for (const [copyId, ids] of returning) await standOn(tx, { agencyId, ids, itemId: copyId });
  await updateItemWords(tx, { agencyId, id: itemId, ...words, undo: edit.planned_posts === 'undo' });
  if (edit.fileIds) await replaceUses(tx, { agencyId, user: { itemId }, fileIds: edit.fileIds });
  await standOn(tx, { agencyId, ids: idsOf(joining), itemId });
  await deleteKept(tx, {
    agencyId,
    ids: copies.filter(({ id, is_used: isUsed }) => !isUsed && !returning.has(id)).map(({ id }) => id),
  });

  const changed = [itemId, ...returning.keys()];
  let asked = 0;
  for (const id of changed) asked += await askAboutItem(tx, { agencyId, itemId: id, userId: edit.userId, now });
  for (const id of changed) await rewordDeliveries(tx, { agencyId, itemId: id });
  return sumOf({ own, staying, joining, returning, asked, before });
}

/**
 * Posts that kept an earlier text and take the item's now: all of them if posts follow, and those whose text is the
 * item's again.
 */
function joiningOf(
  posts: readonly OpenPost[],
  copies: readonly KeptRow[],
  { itemId, words, planned_posts: planned }: Edit,
): OpenPost[] {
  const same = new Set(copies.filter((copy) => areSame(copy, words)).map(({ id }) => id));
  return posts.filter(
    (post) => post.itemId !== itemId && (same.has(post.itemId) || (planned === 'follow' && !post.isUnderWay)),
  );
}

/** Posts that return to their copies, by copy. */
function returningOf(own: readonly OpenPost[], copies: readonly KeptRow[], { kept }: Edit): Map<string, string[]> {
  const known = new Set(copies.map(({ id }) => id));
  const movable = new Set(idsOf(own.filter(({ isUnderWay }) => !isUnderWay)));
  return new Map(
    kept.filter(({ id }) => known.has(id)).map(({ id, posts }) => [id, posts.filter((post) => movable.has(post))]),
  );
}

function sumOf({
  own,
  staying,
  joining,
  returning,
  asked,
  before,
}: {
  own: readonly OpenPost[];
  staying: readonly OpenPost[];
  joining: readonly OpenPost[];
  returning: ReadonlyMap<string, readonly string[]>;
  asked: number;
  before: ItemWords;
}): Edited {
  const gone = new Set([...idsOf(staying), ...[...returning.values()].flat()]);
  const count = (posts: readonly OpenPost[]): number => posts.filter(({ isOpen }) => isOpen).length;
  return {
    follow: count([...own.filter(({ id }) => !gone.has(id)), ...joining]),
    keep: count(staying.filter(({ isUnderWay }) => !isUnderWay)),
    under_way: count(staying.filter(({ isUnderWay }) => isUnderWay)),
    asked_again: asked,
    undo: {
      ...itemWords(before),
      kept: [...Map.groupBy(joining, ({ itemId }) => itemId)].map(([id, posts]) => ({ id, posts: idsOf(posts) })),
    },
  };
}
