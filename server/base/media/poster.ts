/** A still picture of a stored video, for networks that require one. */
import type { Media } from '#networks/network.ts';
import type { Services } from '../handlers.ts';
import { findThumbnailName } from './fit-queries.ts';
import { shrunkImage } from './image.ts';
import { storedBytes } from './store.ts';

const most = { width: 1280, height: 1280, underBytes: null };

/** The video's thumbnail as a JPEG; null while it has none. */
export function posterOf(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  file: { agencyId: string; fileId: string },
): NonNullable<Media['poster']> {
  return async () => {
    const name = await db.asAgency(file.agencyId, (tx) => findThumbnailName(tx, file));
    const shrunk =
      name === null
        ? null
        : await shrunkImage({ agencyId: file.agencyId, load: () => storedBytes(storage, name) }, most);
    return shrunk === null || shrunk === 'gone' ? null : { contentType: 'image/jpeg', bytes: shrunk.bytes };
  };
}
