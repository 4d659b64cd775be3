/** Builds the content of a delivery from its item, in the form for adapters. */

import { plainTextOf } from '#rules/captions.ts';
import { wordsAt } from '#rules/own-words.ts';
import { picturesIn } from '#rules/pictures.ts';
import { withoutControls } from '#rules/visible.ts';
import type { Account, Media, Network, PostContent } from '#networks/network.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { Storage } from '../../base/storage/storage.ts';
import type { DeliveryRow } from './delivery-row.ts';

/** The storage of files, and the public URL of a file by name. */
export type FileAccess = { storage: Storage; mediaUrl: (fileName: string) => string };

/**
 * Gives the version of an item's media that fits a network, or the reason why there is none; null if the file is gone.
 * May take minutes.
 */
export type FitMedia = (given: {
  row: DeliveryRow;
  media: Media;
  network: Network;
  signal: AbortSignal;
}) => Promise<Media | { unfit: string } | null>;

/**
 * The content of a delivery; null if its file is no longer on record. Bytes are opened only when an adapter asks for
 * them.
 */
export function contentOf(row: DeliveryRow, files: FileAccess): PostContent | null {
  const needsFile = row.streamType === 'image' || row.streamType === 'video';
  const media = mediaOf(row, files);
  if (needsFile && !media) return null;
  const words = wordsAt(row.network, row, row.ownWords);
  // Networks refuse a control character, or join the words on both sides of it.
  const [title, description] = [withoutControls(words.title), withoutControls(words.description)];
  const html = row.descriptionFormat === 'formatted' ? description : null;
  return {
    type: row.streamType,
    title,
    text: html === null ? description : plainTextOf(html),
    html,
    alt: withoutControls(row.altText),
    media,
    pictures: html === null ? [] : picturesOf(row, { html, files }),
    marker: row.marker,
  };
}

/** The pictures in a text. */
function picturesOf({ pictures }: DeliveryRow, { html, files }: { html: string; files: FileAccess }) {
  const addresses = new Set(picturesIn(html).map(({ address }) => address));
  return pictures
    .map(({ name, ...facts }) => ({
      address: fileAddress(name),
      media: { ...facts, kind: 'image', fileName: name, durationMs: null, ...accessTo(name, files) } as const,
    }))
    .filter(({ address }) => addresses.has(address));
}

const accessTo = (fileName: string, { storage, mediaUrl }: FileAccess): Pick<Media, 'publicUrl' | 'open'> => ({
  publicUrl: mediaUrl(fileName),
  open: async () => {
    const stored = await storage.open(fileName);
    if (!stored) throw new Error(`stored file ${fileName} is missing`);
    return stored.body;
  },
});

function mediaOf(row: DeliveryRow, files: FileAccess): Media | null {
  const { fileName, contentType, sizeBytes } = row;
  if (fileName === null || contentType === null || sizeBytes === null) return null;
  return {
    kind: contentType.startsWith('video/') ? 'video' : 'image',
    fileName,
    contentType,
    sizeBytes: Number(sizeBytes),
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    ...accessTo(fileName, files),
  };
}

/** The account as an adapter sees it. */
export const accountOf = (row: DeliveryRow, credentials: Readonly<Record<string, string>>): Account => ({
  ref: { agencyId: row.agencyId, accountId: row.accountId },
  externalId: row.externalId,
  username: row.username,
  profile: row.profile,
  credentials,
});

/** The content with its media made to fit; a message if no version fits, null if the file is gone. */
export async function fittedContent(
  fitMedia: FitMedia | undefined,
  given: { row: DeliveryRow; content: PostContent; network: Network; signal: AbortSignal },
): Promise<PostContent | { unfit: string } | null> {
  const { content, ...rest } = given;
  if (fitMedia === undefined || content.media === null) return content;
  const media = await fitMedia({ ...rest, media: content.media });
  return media === null || 'unfit' in media ? media : { ...content, media };
}
