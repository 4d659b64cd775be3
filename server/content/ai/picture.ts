import type { Storage } from '../../base/storage/storage.ts';

/** The maximum size of a thumbnail to send, in bytes; most have some 30,000. */
const mostBytes = 1_000_000;

/**
 * A stored thumbnail (WebP, 480 px) as a data URL: it reveals none of our URLs and no camera metadata of the original.
 * Null if the file does not exist.
 */
export async function pictureAsData(storage: Storage, name: string): Promise<string | null> {
  const object = await storage.open(name);
  if (object === null) return null;
  if (object.sizeBytes > mostBytes) {
    object.body.destroy();
    return null;
  }
  const bytes = Buffer.concat(await object.body.toArray());
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
