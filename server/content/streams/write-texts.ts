/** Adds or rewords texts as people write them; search results among their pictures are copied first. */
import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import { tidyOwnWords, type OwnWords } from '#rules/own-words.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { saved } from '../../base/lib/versions.ts';
import { addTexts } from './add-texts.ts';
import { editWords } from './edit-words.ts';
import { cleanOwnWords, formattedText } from './formatted.ts';
import { findItem } from './item-queries.ts';
import { lockItem } from './kept-queries.ts';
import { itemWords, presentItem } from './present.ts';
import { findStream } from './queries.ts';
import { mayHoldFound, settleWords, takePictures } from './text-pictures.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Adds texts to a stream. */
export async function addGivenTexts(
  input: Input<'text-stream'>,
  context: OutsideContext,
): Promise<Reply<Data<'text-stream'>>> {
  const { user, services, transaction, now } = context;
  const { agencyId } = user;
  const streamId = input.content_stream_id;
  let values = input.description.map(({ value }) => value);
  if (mayHoldFound(values)) {
    const stream = await transaction((tx) => findStream(tx, { agencyId, id: streamId }));
    if (stream === undefined) throw notFound();
    if (stream.type === 'formatted') values = await takePictures(values, context);
  }
  const texts = input.description.map(({ title, value }, at) => ({
    title: title === '' ? input.title : title,
    value: values[at] ?? value,
  }));
  const { sequence } = input;
  const quotaBytes = services.config.uploadQuotaBytes;
  const added = await transaction((tx) => addTexts(tx, { agencyId, streamId, texts, sequence, quotaBytes, now }));
  return { message: messages.textSaved, data: added.map(presentItem) };
}

/** Changes the texts of an item. */
export async function rewordItem(
  given: Input<'update-stream'>,
  context: OutsideContext,
): Promise<Reply<Data<'update-stream'>>> {
  const { user, services, transaction, now } = context;
  const key = { agencyId: user.agencyId, id: given.id };
  const input = await withTaken(given, context);
  return transaction(async (tx) => {
    await lockItem(tx, { agencyId: key.agencyId, itemId: key.id });
    const item = await findItem(tx, key);
    if (item === undefined) throw notFound();
    const { title, version, description: asked, own_words: own, alt_text } = input;
    const isFormatted = item.description_format === 'formatted';
    const description = asked !== undefined && isFormatted ? formattedText(asked) : asked;
    const own_words = own && tidyOwnWords(isFormatted ? cleanOwnWords(own) : own);
    const merged = saved(itemWords(item), { title, description, own_words, alt_text, version });
    const { words, fileIds } = isFormatted
      ? await settleWords(tx, { agencyId: key.agencyId, itemId: key.id, words: merged })
      : { words: merged };
    const planned = await editWords(tx, {
      agencyId: key.agencyId,
      itemId: key.id,
      words,
      ...(fileIds && { fileIds }),
      planned_posts: input.planned_posts,
      kept: input.kept,
      quotaBytes: services.config.uploadQuotaBytes,
      userId: user.id,
      now,
    });
    if (planned === undefined) throw notFound();
    return { message: messages.fileUpdated, data: { ...presentItem({ ...item, ...words }), planned } };
  });
}

/** The same texts with copies of found pictures, if the item is formatted. */
async function withTaken(input: Input<'update-stream'>, context: OutsideContext): Promise<Input<'update-stream'>> {
  const networks = Object.entries(input.own_words ?? {});
  const texts = [input.description ?? '', ...networks.map(([, { description }]) => description)];
  if (!mayHoldFound(texts)) return input;
  const { agencyId } = context.user;
  const item = await context.transaction((tx) => findItem(tx, { agencyId, id: input.id }));
  if (item === undefined) throw notFound();
  if (item.description_format !== 'formatted') return input;
  const taken = await takePictures(texts, context);
  const own: OwnWords = Object.fromEntries(
    networks.map(([network, { title }], at) => [network, { title, description: taken[at + 1] ?? '' }]),
  );
  return {
    ...input,
    ...(input.description !== undefined && { description: taken[0] ?? '' }),
    ...(input.own_words !== undefined && { own_words: own }),
  };
}
