/** Premade streams of videos: the videos are made once for everybody, and installed among an agency's own streams. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { ownCredit } from '#sources/own-credit.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { keepFile, takeQuota } from '../../base/files/index.ts';
import { bytesOfTexts, insertItems, insertStream } from '../../content/streams/index.ts';
import { wordsIn } from './making/videos.ts';
import { openTo, type Material } from './manifest.ts';
import { askForFile, listReady } from './queries.ts';
import { fileOf, partsOf, versionOf } from './version.ts';

/** Queues the making of a material's file unless it exists or is being made. */
export async function ask(
  tx: Tx,
  { material, version, now }: { material: Material; version: string; now: Date },
): Promise<void> {
  const asked = await askForFile(tx, { material: material.id, version, ...fileOf(material), now });
  if (asked !== undefined) await enqueueJob(tx, jobs.makeUpgrade, { fileId: asked.id });
}

/** A video of a stream: where it is stored, and the words with which it is posted. */
type Video = { objectName: string; title: string; description: string };

/**
 * Adds a stream with the videos of a premade one to the agency's streams, or has them made first. The files belong to
 * the library and stay there when the stream is deleted; installing a stream twice stores its files once.
 */
export async function installPremade(
  { id }: { id: string },
  context: OutsideContext,
): Promise<Reply<{ content_stream_id: string | null }>> {
  const { user, services, transaction, now } = context;
  const material = openTo(services, user)
    .flatMap(({ materials }) => materials)
    .find((each) => each.id === id && each.makes === 'video stream');
  if (material === undefined) throw new UserError(messages.notFound, { status: 404 });
  const year = now.getUTCFullYear();
  const wanted = partsOf(material).map((part) => ({ material: part, version: versionOf(part, year), now }));
  const ready = await transaction(async (tx) => {
    for (const one of wanted) await ask(tx, one);
    return listReady(
      tx,
      wanted.map((one) => ({ material: one.material.id, version: one.version })),
    );
  });
  const videos: Video[] = [];
  for (const { material: part, version } of wanted) {
    const row = ready.find((each) => each.material === part.id && each.version === version);
    if (row?.object_name === undefined || row.object_name === null)
      return { message: messages.upgradeBusy, data: { content_stream_id: null } };
    videos.push({ objectName: row.object_name, ...(await wordsIn(join(part.folder, part.source))) });
  }
  const streamId = await install(material.title, { videos, context });
  return { message: messages.streamCreated, data: { content_stream_id: streamId } };
}

async function install(
  title: string,
  { videos, context }: { videos: readonly Video[]; context: OutsideContext },
): Promise<string> {
  const { user, services, transaction, now } = context;
  const items: { fileId: string; title: string; description: string }[] = [];
  for (const video of videos)
    items.push({ fileId: await kept(video, context), title: video.title, description: video.description });
  const { agencyId, id: createdBy } = user;
  return transaction(async (tx) => {
    await takeQuota(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, moreBytes: bytesOfTexts(items) });
    const about = { agencyId, type: 'video', title, tags: '', description: title, createdBy, now } as const;
    const streamId = await insertStream(tx, about);
    await insertItems(tx, { agencyId, streamId, format: 'text', items, now });
    return streamId;
  });
}

/** Copies the video into the agency's library; answers its file's id. */
async function kept({ objectName, title }: Video, context: OutsideContext): Promise<string> {
  const { user, services, transaction, now, signal } = context;
  const folder = join(services.config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const dir = await mkdtemp(join(folder, 'premade-'));
  try {
    const { author, licence, licenceUrl } = ownCredit;
    const path = join(dir, 'video.mp4');
    const stored = await services.storage.open(objectName);
    if (stored === null) throw new UserError(messages.fileGone, { status: 409 });
    await pipeline(stored.body, createWriteStream(path));
    const file = await keepFile(
      { services, transaction },
      {
        agencyId: user.agencyId,
        userId: user.id,
        path,
        title,
        media: 'video',
        licence: { source: 'embedded', sourceItem: objectName, title, author, licence, licenceUrl },
        now,
        signal,
      },
    );
    return file.id;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
