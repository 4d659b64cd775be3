/** Adds texts to a stream as items. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../../base/handlers.ts';
import { replaceUses, takeQuota } from '../../base/files/index.ts';
import { formattedText } from './formatted.ts';
import { insertItems } from './item-queries.ts';
import { lockStream } from './queries.ts';
import { bytesOfTexts } from './quota.ts';
import { settlePictures } from './text-pictures.ts';

type Added = Awaited<ReturnType<typeof insertItems>>;

/**
 * Adds texts to a stream of texts, at its end or at `sequence`. Throws a 404 for a stream that the agency does not
 * have, a 422 for one of files, and a UserError if the quota is used up.
 */
export async function addTexts(
  tx: Tx,
  {
    agencyId,
    streamId,
    texts,
    sequence,
    quotaBytes,
    now,
  }: {
    agencyId: string;
    streamId: string;
    texts: readonly { title: string; value: string }[];
    sequence?: number | undefined;
    quotaBytes: number;
    now: Date;
  },
): Promise<Added> {
  const type = await lockStream(tx, { agencyId, id: streamId });
  if (type === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (type !== 'text' && type !== 'formatted') throw new UserError(messages.streamTypeMismatch, { status: 422 });
  const items: { title: string; description: string; fileId: null }[] = [];
  const pictures: string[][] = [];
  for (const { title, value } of texts) {
    const words = type === 'formatted' ? [formattedText(value)] : [];
    const settled = await settlePictures(tx, { agencyId, texts: words, known: [] });
    items.push({ title, description: settled.texts[0] ?? value, fileId: null });
    pictures.push(settled.fileIds);
  }
  await takeQuota(tx, { agencyId, quotaBytes, moreBytes: bytesOfTexts(items) });
  const added = await insertItems(tx, { agencyId, streamId, format: type, items, sequence, now });
  for (const [at, { id }] of added.entries()) {
    const fileIds = pictures[at] ?? [];
    if (fileIds.length > 0) await replaceUses(tx, { agencyId, user: { itemId: id }, fileIds });
  }
  return added;
}
