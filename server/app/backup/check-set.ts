import { listOf, nameInPool, poolOf } from './files-out.ts';
import type { SetMeans } from './manifest.ts';
import { checkPart } from './parts.ts';
import type { OpenSet } from './sets.ts';

/**
 * Reads every part of a set and compares it with the manifest, and looks whether each file is there in its size, before
 * anything is deleted for it. Throws an Error of one line about the first fault.
 */
export async function checkSet(means: SetMeans, opened: OpenSet): Promise<void> {
  const { contents, set } = opened;
  for (const part of [...contents.tables.flatMap(({ parts }) => parts), ...contents.files.parts])
    await checkPart(means, { set, part });
  const sizes = new Map<string, number>();
  for await (const { name, sizeBytes } of means.repository.list(poolOf(means))) sizes.set(name, sizeBytes);
  for await (const { path, object, sizeBytes } of listOf(means, opened)) {
    if (object === '') continue;
    const size = sizes.get(nameInPool(means, object));
    if (size === undefined) throw new Error(`${path} is missing in the backup`);
    if (size !== means.seal.sizeOf(sizeBytes)) throw new Error(`${path} was changed in the backup`);
  }
}
