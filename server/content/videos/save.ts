import { messages } from '#contract/messages.ts';
import type { VideoProject } from '#contract/content/videos.ts';
import type { Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Context } from '../../base/handlers.ts';
import { filesBehind, listInLibrary, nameIn, replaceUses, takeGrown } from '../../base/files/index.ts';
import { fontFilesIn } from '../fonts/index.ts';
import { findClient } from '../../people/users/index.ts';
import { presentVideo } from './present.ts';
import { wakeCopying } from './copying.ts';
import { addressesOf, posterOf } from './project.ts';
import { bytesOfVideo, findCopies, findVideos, insertVideo, lockVideo, updateVideo } from './queries.ts';
import { foundIn, withCopies, type Copied } from './take-found.ts';

type Saving = Pick<Context, 'user' | 'tx' | 'now' | 'services'>;

/**
 * Stores a project, and records its files: all of them must be the agency's own, or search results, which a job copies
 * afterwards; `copied` has those that it copied after an earlier save. The project counts towards the agency's quota. A
 * video that is being rendered is unchanged.
 */
export async function saveVideo(
  { id, name, type: _type, client_id: clientId, revision, ...sent }: Input<'save-video'>,
  { user, tx, now, services }: Saving,
): Promise<{ id: string; revision: number; copied: Copied }> {
  const { agencyId } = user;
  if (id !== undefined) await refuseUnlessFree({ user, tx }, { id, revision });
  const copied = id === undefined ? {} : await copiesIn(tx, { agencyId, id, project: sent });
  const project = withCopies(sent, copied);
  const found = foundIn(project, services);
  const bytesBefore = id === undefined ? 0 : await bytesOfVideo(tx, { agencyId, id });
  if (clientId !== undefined && (await findClient(tx, { agencyId, id: clientId })) === undefined)
    throw new UserError(messages.notFound, { status: 404 });
  const files = await filesBehind(tx, {
    agencyId,
    addresses: addressesOf(project).filter((address) => !found.includes(address)),
  });
  const video = {
    agencyId,
    name,
    clientId: clientId ?? null,
    project,
    copies: copied,
    posterFileId: files.get(posterOf(project))?.id ?? null,
    now,
  };
  const saved =
    id === undefined
      ? { id: await insertVideo(tx, { ...video, createdBy: user.id }), revision: 1 }
      : { id, revision: await updateVideo(tx, { ...video, id }) };
  const fileIds = [...files.values()].map((file) => file.id);
  const fontIds = await fontFilesIn(tx, { agencyId, document: project });
  await replaceUses(tx, { agencyId, user: { videoId: saved.id }, fileIds: [...fileIds, ...fontIds] });
  const grownBytes = (await bytesOfVideo(tx, { agencyId, id: saved.id })) - bytesBefore;
  await takeGrown(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, grownBytes });
  if (found.length > 0) await wakeCopying(tx, { agencyId, id: saved.id });
  return { ...saved, copied };
}

/** The copies of a project's search results that a job has made since they were chosen, and that still exist. */
async function copiesIn(
  tx: Tx,
  { agencyId, id, project }: { agencyId: string; id: string; project: VideoProject },
): Promise<Copied> {
  const copies = await findCopies(tx, { agencyId, id });
  const known = addressesOf(project).flatMap((address) => copies[address] ?? []);
  const rows = await listInLibrary(tx, { agencyId, names: known.flatMap((url) => nameIn(url) ?? []) });
  const names = new Set(rows.flatMap(({ name, thumbnail_name: thumbnail }) => [name, thumbnail]));
  return Object.fromEntries(Object.entries(copies).filter(([, url]) => names.has(nameIn(url))));
}

/** Locks the video; throws if it does not exist, is being rendered, or has been saved since it was opened. */
async function refuseUnlessFree(
  { user: { agencyId }, tx }: Pick<Saving, 'user' | 'tx'>,
  { id, revision }: { id: string; revision: number | undefined },
): Promise<void> {
  const before = await lockVideo(tx, { agencyId, id });
  if (before === undefined) throw new UserError(messages.notFound, { status: 404 });
  if (!before.failed && (before.status === '4' || before.status === '5'))
    throw new UserError(messages.videoRenders, { status: 409 });
  if (revision === undefined || revision === before.revision) return;
  const [current] = await findVideos(tx, { agencyId, ids: [id] });
  throw new UserError(messages.changedMeanwhile, {
    status: 409,
    ...(current && { data: { current: presentVideo(current) } }),
  });
}
