/** Texts that become items of a stream. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../app/handlers.ts';
import { takeQuota } from '../library/index.ts';
import { formattedText } from './formatted.ts';
import { insertItems } from './item-queries.ts';
import { lockStream } from './queries.ts';
import { bytesOfTexts } from './quota.ts';

type Added = Awaited<ReturnType<typeof insertItems>>;

/**
 * Puts texts into a stream of texts, at its end or at `sequence`. Throws a 404 for a stream that the agency does not
 * have, a 422 for one of files, and where the quota is used up.
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
  const items = texts.map(({ title, value }) => ({
    title,
    description: type === 'formatted' ? formattedText(value) : value,
    fileId: null,
  }));
  await takeQuota(tx, { agencyId, quotaBytes, moreBytes: bytesOfTexts(items) });
  return insertItems(tx, { agencyId, streamId, format: type, items, sequence, now });
}
