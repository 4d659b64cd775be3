/** Makes what the Upgrades page offers, so that nobody has to wait for it. */
import { createHash } from 'node:crypto';
import type { Services } from '#server/base/handlers.ts';
import { makeUpgrade } from '#server/selling/upgrades/make-upgrade.job.ts';
import { panelsOf, type Material } from '#server/selling/upgrades/manifest.ts';
import { askForFile, findFile } from '#server/selling/upgrades/queries.ts';
import { fileOf, partsOf, versionOf } from '#server/selling/upgrades/version.ts';

/** A file of the catalogue, and the hash of its bytes (SHA-256, hexadecimal). */
export type MadeFile = { id: string; sha256: string; sizeBytes: number };

type Options = {
  /** Names of panels and ids of materials; all of them if it is empty. */
  only: readonly string[];
  say: (line: string) => void;
};

/**
 * Makes every missing file, one after the other, and returns all files. Files from an earlier run are kept. Throws for
 * an unknown name, and for a file that cannot be made.
 */
export async function makeCatalog(services: Services, { only, say }: Options): Promise<MadeFile[]> {
  const wanted = chosen(services, only);
  const files: MadeFile[] = [];
  for (const [index, material] of wanted.entries()) {
    const begun = performance.now();
    const { isNew, ...file } = await madeFile(services, material);
    files.push(file);
    const took = isNew ? `made in ${((performance.now() - begun) / 1000).toFixed(1)} s` : 'there already';
    const count = String(index + 1).padStart(String(wanted.length).length);
    say(`[${count}/${wanted.length}] ${file.id}: ${took}, ${file.sizeBytes} bytes, ${file.sha256.slice(0, 16)}`);
  }
  return files;
}

/** One hash of all files: equal on two machines whose catalogues are equal byte for byte. */
export const hashOfAll = (files: readonly MadeFile[]): string =>
  createHash('sha256')
    .update(
      files
        .map(({ id, sha256 }) => `${id} ${sha256}\n`)
        .toSorted()
        .join(''),
    )
    .digest('hex');

function chosen({ config }: Services, only: readonly string[]): Material[] {
  const panels = panelsOf(config.dataDir);
  const known = new Set(panels.flatMap(({ name, materials }) => [name, ...materials.map(({ id }) => id)]));
  const unknown = only.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`there is no panel and no material ${unknown.join(', ')}`);
  return panels.flatMap(({ name, materials }) =>
    materials.filter(({ id }) => only.length === 0 || only.includes(name) || only.includes(id)).flatMap(partsOf),
  );
}

async function madeFile(services: Services, material: Material): Promise<MadeFile & { isNew: boolean }> {
  const { db, clock, storage } = services;
  const version = versionOf(material, clock().getUTCFullYear());
  const find = () => db.asSystem((tx) => findFile(tx, { material: material.id, version }));
  const before = await find();
  const isNew = before?.state !== 'ready';
  if (isNew) {
    const asked = { material: material.id, version, ...fileOf(material), now: clock() };
    // A failed job, or one without a live worker, is queued again.
    const id = (await db.asSystem((tx) => askForFile(tx, asked)))?.id ?? before?.id;
    if (id !== undefined)
      await makeUpgrade(services)({ fileId: id }, { signal: new AbortController().signal, retryCount: 0, jobId: '' });
  }
  const row = isNew ? await find() : before;
  if (row?.state !== 'ready' || row.object_name === null) throw new Error(`${material.id} could not be made`);
  const stored = await storage.open(row.object_name);
  if (stored === null) throw new Error(`the file of ${material.id} is gone from the storage`);
  const hash = createHash('sha256');
  for await (const chunk of stored.body) if (Buffer.isBuffer(chunk)) hash.update(chunk);
  return { id: material.id, sha256: hash.digest('hex'), sizeBytes: stored.sizeBytes, isNew };
}
