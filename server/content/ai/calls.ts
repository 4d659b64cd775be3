import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { plainTextOf } from '#rules/captions.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { aiKeyLast4 } from './key-queries.ts';
import { aiMeansOf } from './means.ts';
import { outside, UserError, type Handlers, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { pictureAsData } from './picture.ts';
import { presentMonth, presentWritten } from './present.ts';
import { itemPrompt, roomOf, streamPrompt, type Material, type Room } from './prompts.ts';
import { findMonth, findPicture, type PictureRow } from './request-queries.ts';
import { write } from './write.ts';

type Written = Data<'write-with-ai'>;

const roomFor = (
  { services: { networks } }: OutsideContext,
  network: NetworkId | undefined,
  isCaption: boolean,
): Room | null => (network === undefined ? null : roomOf(network, networks[network]?.limits, isCaption));

async function itemOf({ user, transaction }: OutsideContext, id: string | undefined): Promise<PictureRow | null> {
  if (id === undefined) return null;
  const item = await transaction((tx) => findPicture(tx, { agencyId: user.agencyId, id }));
  if (item === undefined) throw new UserError(messages.notFound, { status: 404 });
  return item;
}

/** The material to write about: the form's current texts, otherwise the saved ones, and the picture if needed. */
async function materialOf(
  { task, text, wish }: Input<'write-with-ai'>,
  { item, context }: { item: PictureRow | null; context: OutsideContext },
): Promise<Material> {
  const saved = item?.format === 'formatted' ? plainTextOf(item.description) : (item?.description ?? '');
  const hasPicture = item?.type === 'image' || item?.type === 'video';
  const picture =
    hasPicture && task !== 'rewrite' && item.thumbnail_name !== null
      ? await pictureAsData(context.services.storage, item.thumbnail_name)
      : null;
  if (task === 'alt' && picture === null) throw new UserError(messages.aiNoPicture);
  const words = text === '' ? saved : text;
  const needsWords = task === 'rewrite' || picture === null;
  if (needsWords && words.trim() === '' && (task === 'rewrite' || wish === ''))
    throw new UserError(messages.aiNothingToWrite, { status: 422, errors: { text: messages.aiNothingToWrite } });
  return { task, title: item?.title ?? '', text: words, wish, picture };
}

async function writeAbout(input: Input<'write-with-ai'>, context: OutsideContext): Promise<Reply<Written>> {
  const item = await itemOf(context, input.item_id);
  const material = await materialOf(input, { item, context });
  const room = roomFor(context, input.network, item?.type === 'image' || item?.type === 'video');
  const prompt = itemPrompt(material, room);
  return {
    message: messages.aiWritten,
    data: presentWritten(await write(context, { task: input.task, room, prompt })),
  };
}

async function writeTexts(input: Input<'write-texts-with-ai'>, context: OutsideContext): Promise<Reply<Written>> {
  const room = roomFor(context, input.network, false);
  const prompt = streamPrompt(input, room);
  const { texts, costMicros } = await write(context, { task: 'stream', room, prompt });
  return {
    message: messages.aiWritten,
    data: presentWritten({ texts: texts.slice(0, input.count), costMicros }),
  };
}

/** Calls for writing with AI. None of them saves the texts. */
export const aiWritingCalls = {
  'fetch-ai': async (_input, { user: { agencyId }, services, tx, now }) => ({
    message: '',
    data: {
      ready: (await aiKeyLast4(tx, agencyId)) !== '',
      month: presentMonth(await findMonth(tx, { agencyId, now })),
      limit: (await aiMeansOf(tx, services, agencyId)).limitCents / 100,
    },
  }),

  'write-with-ai': outside(writeAbout),
  'write-texts-with-ai': outside(writeTexts),
} satisfies Partial<Handlers>;
