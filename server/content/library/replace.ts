/** Replaces one file by another everywhere in an agency, in one transaction. */
import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../../base/handlers.ts';
import { swapFileInDesigns } from '../designs/index.ts';
import { swapFileInKits } from '../brand-kits/index.ts';
import { lockedUses } from './list-queries.ts';
import { usedBy } from './uses.ts';
import { findFile, keepStored, releaseFile } from '../../base/files/index.ts';
import { lockStreamsWithFile, swapFileInTexts, swapFileOfItems } from '../streams/index.ts';
import { swapFileInVideos } from '../videos/index.ts';

type Replaced = Data<'replace-library-file'>;
type Who = { agencyId: string; userId: string; now: Date };

/**
 * Replaces a file everywhere, and deletes it from the library if nothing needs it any more. Throws a UserError if one
 * of the two does not exist, or if they are of different kinds.
 */
export async function replaceFile(
  tx: Tx,
  { id, by_id: byId, undo }: Input<'replace-library-file'>,
  { agencyId, userId, now }: Who,
): Promise<Replaced> {
  const [from, to] = [await findFile(tx, { agencyId, id }), await findFile(tx, { agencyId, id: byId })];
  if (from === undefined || to === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (from.kind !== to.kind || from.id === to.id)
    throw new UserError(messages.replaceKind, { status: 422, errors: { by_id: messages.replaceKind } });
  await lockStreamsWithFile(tx, { agencyId, id: from.id });
  // That may have deleted the replaced file, which is then restored.
  await keepStored(tx, { agencyId, names: [to.name], now });
  const given = { agencyId, from, to, userId, now };
  const fieldsOf = (parts: readonly { id: string; places: string[] }[] | undefined) =>
    parts && new Map(parts.map((part) => [part.id, part.places]));
  const posts = await swapFileOfItems(tx, { ...given, fromId: from.id, toId: to.id, only: undo?.items });
  const texts = await swapFileInTexts(tx, { ...given, only: fieldsOf(undo?.texts) });
  const designs = await swapFileInDesigns(tx, { ...given, only: fieldsOf(undo?.designs) });
  const videos = await swapFileInVideos(tx, { ...given, only: fieldsOf(undo?.videos) });
  const kits = await swapFileInKits(tx, { agencyId, fromId: from.id, toId: to.id, only: undo?.kits, now });
  const streams = Map.groupBy([...posts.items, ...texts.items], ({ streamId }) => streamId);
  return {
    streams: [...streams].map(([streamId, items]) => ({
      id: streamId,
      name: items[0]?.stream ?? '',
      items: items.length,
    })),
    designs: designs.map(({ id: designId, name }) => ({ id: designId, name })),
    videos: videos.changed.map(({ id: videoId, name, isMade }) => ({ id: videoId, name, was_made: isMade })),
    kits,
    left: videos.left,
    follow: posts.follow + texts.follow,
    under_way: posts.underWay + texts.underWay,
    asked_again: posts.sentBackAgain + texts.sentBackAgain,
    kept: undo === undefined ? await deleted(tx, { agencyId, id }) : '',
    undo: {
      items: posts.items.map((item) => item.id),
      texts: texts.items.map(({ id: itemId, places }) => ({ id: itemId, places })),
      designs: designs.map((design) => ({ id: design.id, places: design.places })),
      videos: videos.changed.map((video) => ({ id: video.id, places: video.places })),
      kits: kits.map((kit) => kit.id),
    },
  };
}

/** Deletes a file from the library, or returns its remaining uses. */
async function deleted(tx: Tx, key: { agencyId: string; id: string }): Promise<string> {
  const uses = await lockedUses(tx, key);
  if (uses !== undefined && uses.length > 0) return usedBy(uses);
  await releaseFile(tx, key);
  return '';
}
