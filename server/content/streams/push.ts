import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { StreamItem } from '#contract/content/streams.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { filesBehind, listCredits, takeQuota } from '../../base/files/index.ts';
import { isFoundAddress, takeFound } from '../stock/index.ts';
import { withCredits } from './credits.ts';
import { findNewItem, insertItems } from './item-queries.ts';
import { presentItem } from './present.ts';
import { findStream, lockStream } from './queries.ts';
import { bytesOfTexts } from './quota.ts';

type Push = Input<'push-to-content-stream'>;

/** The maximum size of a source's file as an item of a stream, bytes: the same as for an upload. */
const below = {
  image: { bytes: 5_000_000, tooLarge: messages.streamFileTooLarge },
  video: { bytes: 20_000_000, tooLarge: messages.streamFileTooLarge },
} as const;

/** How long a repeated push whose answer was lost adds nothing, in ms. */
const lately = 15 * 60_000;

/**
 * Adds a file of the library to a stream of its kind; the file itself is not moved and not stored again. A search
 * result is copied into the library first. The credits that the licences of the file and its parts require become the
 * last lines of the description.
 */
export async function pushFile(input: Push, context: OutsideContext): Promise<Reply<StreamItem>> {
  const pushed = isFoundAddress(input.url, context.services.config) ? await taken(input, context) : input;
  return context.transaction((tx) => addItem(tx, pushed, context));
}

async function taken(input: Push, { user, services, transaction, now, signal }: OutsideContext): Promise<Push> {
  const { agencyId, id: userId } = user;
  const stream = await transaction((tx) => findStream(tx, { agencyId, id: input.content_stream_id }));
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });
  const { type } = stream;
  if (type !== 'image' && type !== 'video') throw new UserError(messages.streamTypeMismatch, { status: 422 });
  const { file, title } = await takeFound(
    { services, transaction },
    { agencyId, userId, address: input.url, media: [type], below: below[type], now, signal },
  );
  return { ...input, url: fileAddress(file.name), title: input.title === '' ? title : input.title };
}

async function addItem(
  tx: Parameters<typeof lockStream>[0],
  { content_stream_id: streamId, title, description, url, again = false, title_from_file: named }: Push,
  { user: { agencyId }, services, now }: OutsideContext,
): Promise<Reply<StreamItem>> {
  const type = await lockStream(tx, { agencyId, id: streamId });
  if (type === undefined) throw new UserError(messages.notFound, { status: 404 });
  const file = (await filesBehind(tx, { agencyId, addresses: [url] })).get(url);
  if (file === undefined) throw new UserError(messages.fileGone, { status: 422 });
  if (file.kind !== type) throw new UserError(messages.streamTypeMismatch, { status: 422 });
  const words = {
    title: title === '' ? file.title : title,
    description: withCredits(description, await listCredits(tx, { agencyId, fileId: file.id })),
  };
  const there = again
    ? await findNewItem(tx, { agencyId, streamId, ...words, fileId: file.id, since: new Date(now.getTime() - lately) })
    : undefined;
  if (there !== undefined) return { message: messages.pushed, data: presentItem(there) };
  await takeQuota(tx, {
    agencyId,
    quotaBytes: services.config.uploadQuotaBytes,
    moreBytes: bytesOfTexts([words]),
  });
  const [item] = await insertItems(tx, {
    agencyId,
    streamId,
    format: 'text',
    items: [{ ...words, fileId: file.id, titleFromFile: title === '' || named === true }],
    now,
  });
  if (item === undefined) throw new Error('an item just added is not in its stream');
  return { message: messages.pushed, data: presentItem(item) };
}
