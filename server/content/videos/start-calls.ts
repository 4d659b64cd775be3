import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { picturesIn } from '#rules/pictures.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { brandOf } from '../../base/brand/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { nameIn, keepStored, listCredits } from '../../base/files/index.ts';
import { exchangedCredits, exchangedParagraphs, findStream, listItems } from '../streams/index.ts';
import { mostSlides, projectOfItems } from './from-stream.ts';
import { lookOf, looks } from './looks.ts';
import { saveVideo } from './save.ts';

/** Calls for starting a video. */
export const videoStartCalls = {
  'fetch-looks': async () => ({ message: '', data: [...looks] }),
  'video-from-stream': async (input, context) => ({
    message: messages.videoSaved,
    data: await startFromStream(input, context),
  }),
} satisfies Partial<Handlers>;

async function startFromStream(
  { content_stream_id: streamId, ratio, look }: Input<'video-from-stream'>,
  context: Context,
): Promise<{ id: string; revision: number }> {
  const { user, tx, now, services } = context;
  const { agencyId } = user;
  const stream = await findStream(tx, { agencyId, id: streamId });
  if (stream === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (stream.type === 'video') throw new UserError(messages.streamTypeMismatch, { status: 422 });
  const rows = (await listItems(tx, { agencyId, streamId })).slice(0, mostSlides);
  const brand = await brandOf(tx, agencyId);
  const logoName = brand.logo === null ? null : nameIn(brand.logo);
  const pictures = new Map(rows.map((row) => [row.id, pictureOf(row)]));
  const names = [...pictures.values(), logoName].flatMap((name) => name ?? []);
  const kept = await keepStored(tx, { agencyId, names, now });
  const addressOf = (name: string | null): string => fileAddress(kept.get(name ?? '')?.name) ?? '';
  const thumbOf = (name: string | null): string => fileAddress(kept.get(name ?? '')?.thumbnail_name) ?? addressOf(name);
  const items = [];
  for (const { id, title, description, description_format: format } of rows) {
    const name = pictures.get(id) ?? null;
    const fileId = kept.get(name ?? '')?.id;
    // Credits are for people who see the post, so they are not spoken.
    const unsaid = { from: fileId === undefined ? [] : await listCredits(tx, { agencyId, fileId }), to: [] };
    const isFormatted = format === 'formatted';
    items.push({
      id,
      title,
      description: isFormatted ? exchangedParagraphs(description, unsaid) : exchangedCredits(description, unsaid),
      isFormatted,
      picture: addressOf(name),
      thumb: thumbOf(name),
    });
  }
  if (items.length === 0) throw new UserError(messages.streamWithoutSlides, { status: 422 });
  const project = projectOfItems({ items, look: lookOf(look), ratio, color: brand.color, logo: addressOf(logoName) });
  const name = stream.title.slice(0, 200);
  const { id, revision } = await saveVideo({ ...project, name, type: 'save' }, { user, tx, now, services });
  return { id, revision };
}

type Pictured = Pick<Awaited<ReturnType<typeof listItems>>[number], 'description' | 'description_format' | 'file_name'>;

/** The stored name of an item's own picture, or of the first one in its formatted text; null for none. */
function pictureOf({ file_name: own, description, description_format: format }: Pictured): string | null {
  if (own !== null || format !== 'formatted') return own;
  return picturesIn(description).flatMap(({ address }) => nameIn(address) ?? [])[0] ?? null;
}
