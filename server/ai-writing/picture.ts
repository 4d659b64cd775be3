import type { Storage } from '../lib/storage/storage.ts';

/** The most of a thumbnail that is sent, in bytes; they have some 30,000. */
const mostBytes = 1_000_000;

/**
 * A stored thumbnail (WebP, 480 px) as a data URL: no address of ours is given out, and the camera's notes in the
 * original stay here. Null where it is not there.
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
