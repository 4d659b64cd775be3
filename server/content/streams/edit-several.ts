/** Changes the texts of several items of a stream, in one transaction. */
import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { versionOf } from '../../base/lib/versions.ts';
import { lockOpenPosts } from '../../publishing/index.ts';
import { editWords } from './edit-words.ts';
import { formattedText } from './formatted.ts';
import { listItemsById } from './item-queries.ts';
import { listKeptIds, lockItems } from './kept-queries.ts';
import { itemWords } from './present.ts';
import { lockStreamToChange } from './queries.ts';
import { settleWords } from './text-pictures.ts';

type Several = Input<'update-stream-items'>;

/**
 * Rewords items as `update-stream` does for each. They and their posts are locked first, in the order of
 * publishing/plan/locks.ts, so that two such edits, or an edit and a worker, never deadlock.
 */
export async function editSeveral(
  { content_stream_id: streamId, items: given, planned_posts }: Several,
  { user, services, tx, now }: Context,
): Promise<Reply<Data<'update-stream-items'>>> {
  const { agencyId } = user;
  if ((await lockStreamToChange(tx, { agencyId, id: streamId })) === undefined)
    throw new UserError(messages.notFound, { status: 404 });
  const ids = given.map(({ id }) => id).toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
  await lockItems(tx, { agencyId, ids });
  const copies = await listKeptIds(tx, { agencyId, ids });
  await lockOpenPosts(tx, { agencyId, itemIds: [...ids, ...copies] });
  const byId = new Map((await listItemsById(tx, { agencyId, streamId, ids })).map((item) => [item.id, item]));
  const answer: Data<'update-stream-items'> = { undo: [], left: [], follow: 0, keep: 0, under_way: 0, asked_again: 0 };
  for (const { id, title, description, version, kept } of given) {
    const item = byId.get(id);
    if (item === undefined || (version !== undefined && version !== versionOf(itemWords(item)))) {
      answer.left.push(id);
      continue;
    }
    const isFormatted = item.description_format === 'formatted';
    const asked = {
      ...itemWords(item),
      title,
      description: isFormatted ? formattedText(description) : description,
    };
    const { words, fileIds } = isFormatted
      ? await settleWords(tx, { agencyId, itemId: id, words: asked })
      : { words: asked };
    const planned = await editWords(tx, {
      agencyId,
      itemId: id,
      words,
      ...(fileIds && { fileIds }),
      planned_posts,
      kept,
      quotaBytes: services.config.uploadQuotaBytes,
      userId: user.id,
      now,
    });
    if (planned === undefined) continue;
    const { title: titleBefore, description: wordsBefore, kept: keptBefore } = planned.undo;
    answer.undo.push({
      id,
      title: titleBefore,
      description: wordsBefore,
      kept: keptBefore,
      version: versionOf(words),
    });
    answer.follow += planned.follow;
    answer.keep += planned.keep;
    answer.under_way += planned.under_way;
    answer.asked_again += planned.asked_again;
  }
  return { message: messages.fileUpdated, data: answer };
}
