import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPicture } from '#render/design/draw-picture.ts';
import { writeArchive } from '#render/documents/archive.ts';
import { blocksOf } from '#render/documents/blocks.ts';
import { docxOf } from '#render/documents/docx.ts';
import { writeGuide } from '#render/documents/guide-pdf.ts';
import { xlsxOf } from '#render/documents/xlsx.ts';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { faceKey } from '#render/layout/index.ts';
import { renderApart } from '#render/video/apart.ts';
import { embeddedVoices } from '#sources/voices/embedded.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { newFileName } from '../../base/media/index.ts';
import { makeFile } from './making/make.ts';
import type { Writers } from './making/means.ts';
import { panelsOf, type Material } from './manifest.ts';
import { failFile, finishFile, noteFile, takeFile } from './queries.ts';
import { partsOf, versionOf } from './version.ts';

/** The writers of documents and videos. */
export const writers: Writers = {
  blocksOf,
  docxOf,
  xlsxOf,
  writeGuide,
  writeArchive,
  drawPicture,
  renderApart,
  findFfmpeg,
  faceKey,
  embeddedVoices,
};

/** Makes a file of the Upgrades page and stores it for everybody. Can run again, from the beginning. */
export const makeUpgrade = jobs.makeUpgrade.handledBy((services) => async ({ fileId }, { retryCount, signal }) => {
  const { db, clock, config } = services;
  const held = { id: fileId, run: randomUUID() };
  const taken = await db.asSystem((tx) => takeFile(tx, { ...held, now: clock() }));
  if (taken === undefined) return;
  const year = clock().getUTCFullYear();
  const material = materialOf(services, taken.material);
  const isGone = material === undefined || versionOf(material, year) !== taken.version;
  const fail = (): Promise<void> => db.asSystem((tx) => failFile(tx, { ...held, now: clock() }));
  // Withdrawn or replaced meanwhile: the next request makes the current version.
  if (isGone) return fail();
  const folder = join(config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const dir = await mkdtemp(join(folder, 'upgrade-'));
  try {
    await make(services, { material, held, dir, year, signal });
  } catch (error) {
    if (retryCount >= (jobs.makeUpgrade.settings.retryLimit ?? 0)) await fail();
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

const materialOf = ({ config }: Services, id: string): Material | undefined =>
  panelsOf(config.dataDir)
    .flatMap(({ materials }) => materials.flatMap(partsOf))
    .find((each) => each.id === id);

type Given = {
  material: Material;
  held: { id: string; run: string };
  dir: string;
  year: number;
  signal: AbortSignal;
};

async function make(
  { db, storage, clock, sources, config }: Services,
  { material, held, dir, year, signal }: Given,
): Promise<void> {
  const onProgress = (share: number): Promise<void> =>
    db.asSystem((tx) => noteFile(tx, { ...held, now: clock(), percent: Math.round(95 * share) }));
  const { ffmpegPath, renderPriority: priority } = config;
  const steppingBack: Writers = {
    ...writers,
    renderApart: (plan, options) => renderApart(plan, { ...options, priority }),
  };
  const path = await makeFile(material, { writers: steppingBack, dir, year, sources, ffmpegPath, signal, onProgress });
  const { size } = await stat(path);
  const objectName = `upgrade-${newFileName('bin')}`;
  await storage.put(objectName, { path }, { contentType: 'application/octet-stream', sizeBytes: size });
  const done = await db.asSystem((tx) => finishFile(tx, { ...held, now: clock(), objectName, sizeBytes: size }));
  if (!done) await storage.delete(objectName);
}
