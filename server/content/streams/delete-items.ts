/** Deleting and restoring items of streams, each in one transaction. */
import { bulkWords, oneIsGone } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { restoreTooLate } from '#contract/content/streams-removed-items.ts';
import type { Tx } from '#db/database.ts';
import { keptDays } from '#rules/removed-files.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { countAsNeeded, checkQuota, lockUploads } from '../../base/files/index.ts';
import { restoreForItems, cancelForItems, countStoppedForItems } from '../../publishing/index.ts';
import { lockStreamToChange } from './queries.ts';
import { deleteItemRows, lockPlaced, undeleteItemRows } from './removed-queries.ts';

type Some = { agencyId: string; streamId: string; ids: readonly string[]; now: Date };

const notFound = () => new UserError(messages.notFound, { status: 404 });

/**
 * Deletes items of a stream and stops their waiting posts. All or none: throws a UserError (404) if one does not exist.
 */
export async function deleteItems(
  tx: Tx,
  { agencyId, streamId, ids: given, now }: Some,
): Promise<Awaited<ReturnType<typeof cancelForItems>>> {
  // Waits for a concurrent save that schedules the stream, which locks its row: the posts that it plans for these items
  // are stopped, too.
  if ((await lockStreamToChange(tx, { agencyId, id: streamId })) === undefined) throw notFound();
  const ids = [...new Set(given)];
  const gone = await deleteItemRows(tx, { agencyId, streamId, ids, now });
  if (gone.length !== ids.length) throw ids.length === 1 ? notFound() : new UserError(oneIsGone, { status: 404 });
  return cancelForItems(tx, { agencyId, itemIds: ids, now });
}

/** Handles `delete-stream-files`. */
export async function deleteSeveral(
  { content_stream_id: streamId, ids, again }: Input<'delete-stream-files'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<Data<'delete-stream-files'>>> {
  const done = [...new Set(ids)];
  const doneAt = again === true ? await findDeletion(tx, { agencyId, streamId, ids: done }) : null;
  const { waiting, underWay } =
    doneAt === null
      ? await deleteItems(tx, { agencyId, streamId, ids, now })
      : await countStoppedForItems(tx, { agencyId, itemIds: done, at: doneAt });
  const data = { deleted_at: (doneAt ?? now).toISOString(), stopped: waiting, under_way: underWay };
  return { message: done.length === 1 ? messages.fileDeleted : bulkWords('Deleted', { done, left: [] }, 'item'), data };
}

/** When a single deletion deleted all of these items; null if some exist, or were deleted separately. */
async function findDeletion(tx: Tx, { agencyId, streamId, ids }: Omit<Some, 'now'>): Promise<Date | null> {
  // Waits for a first call in progress, which locks the stream.
  if ((await lockStreamToChange(tx, { agencyId, id: streamId })) === undefined) throw notFound();
  const items = await lockPlaced(tx, { agencyId, streamId, ids });
  const at = items[0]?.deleted_at ?? null;
  const isOne = items.length === ids.length && items.every((item) => item.deleted_at?.getTime() === at?.getTime());
  return isOne ? at : null;
}

/**
 * Handles `restore-stream-files`: restores the items of this deletion, except those restored or deleted again
 * meanwhile.
 */
export async function restoreSeveral(
  { content_stream_id: streamId, ids: given, deleted_at }: Input<'restore-stream-files'>,
  { user: { agencyId }, services, tx, now }: Context,
): Promise<Reply<Data<'restore-stream-files'>>> {
  const at = new Date(deleted_at);
  if ((await lockStreamToChange(tx, { agencyId, id: streamId })) === undefined) throw notFound();
  const ids = [...new Set(given)];
  const items = await lockPlaced(tx, { agencyId, streamId, ids });
  if (items.length !== ids.length) throw ids.length === 1 ? notFound() : new UserError(oneIsGone, { status: 404 });
  const taken = items.filter((item) => item.deleted_at?.getTime() === at.getTime());
  const isTooLate = now.getTime() - at.getTime() >= keptDays * 86_400_000;
  if (taken.length > 0 && (isTooLate || taken.some((item) => item.is_file_gone)))
    throw new UserError(restoreTooLate, { status: 409 });
  const backIds = taken.map(({ id }) => id);
  await countAsNeeded(tx, { agencyId, ids: taken.flatMap((item) => item.file_ids) });
  await lockUploads(tx, agencyId);
  await undeleteItemRows(tx, { agencyId, streamId, ids: backIds });
  if (backIds.length > 0)
    await checkQuota(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, moreBytes: 0 });
  const posts = await restoreForItems(tx, { agencyId, itemIds: backIds, at, now });
  const there = items.filter((item) => item.deleted_at === null).length;
  return {
    message: bulkWords('Brought back', { done: backIds, left: [] }, 'item'),
    data: {
      restored: backIds.length,
      there,
      left: items.length - backIds.length - there,
      waiting: posts.waiting,
      moved: posts.moved,
    },
  };
}
