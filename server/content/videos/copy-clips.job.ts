import { videoProject } from '#contract/content/videos.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { filesBehind, replaceUses, takeGrown, type Transaction } from '../../base/files/index.ts';
import { fontFilesIn } from '../fonts/index.ts';
import { failWaiting, findCopying, storeCopies } from './copying-queries.ts';
import { wakeRendering } from './copying.ts';
import { addressesOf, posterOf } from './project.ts';
import { bytesOfVideo } from './queries.ts';
import { hasFound, takeChosen, withCopies, type Copied } from './take-found.ts';

/**
 * Copies the search results in a project into the library, then starts the render that waits for them. A result that
 * cannot be copied fails that render with the reason; without one, the next render tries again.
 */
export const copyClips = jobs.copyClips.handledBy((services) => async ({ videoId: id }, { signal, retryCount }) => {
  const { db, clock } = services;
  const fail = (message: string): Promise<void> => db.asSystem((tx) => failWaiting(tx, { id, message, now: clock() }));
  try {
    // Once more if the project was saved with other results meanwhile.
    while (!(await copied(services, { id, signal }))) signal.throwIfAborted();
  } catch (error) {
    if (error instanceof UserError) return fail(error.message);
    if (!signal.aborted && retryCount >= (jobs.copyClips.settings.retryLimit ?? 0)) await fail(messages.renderFailed);
    throw error;
  }
});

/** Copies a project's search results; false if it has others now. */
async function copied(services: Services, { id, signal }: { id: string; signal: AbortSignal }): Promise<boolean> {
  const { db, clock } = services;
  const video = await db.asSystem((tx) => findCopying(tx, { id }));
  if (video === undefined) return true;
  const { agency_id: agencyId, created_by: userId } = video;
  const transaction: Transaction = (work) => db.asAgency(agencyId, work);
  const copies = await takeChosen(videoProject.parse(video.project), {
    services,
    transaction,
    agencyId,
    userId,
    now: clock(),
    signal,
  });
  return transaction((tx) => exchange(tx, { services, agencyId, id, copies }));
}

type Exchange = { services: Services; agencyId: string; id: string; copies: Copied };

async function exchange(tx: Tx, { services, agencyId, id, copies }: Exchange): Promise<boolean> {
  const video = await findCopying(tx, { id, locked: true });
  if (video === undefined) return true;
  const project = withCopies(videoProject.parse(video.project), copies);
  if (hasFound(project, services)) return false;
  const bytesBefore = await bytesOfVideo(tx, { agencyId, id });
  const files = await filesBehind(tx, { agencyId, addresses: addressesOf(project) });
  await storeCopies(tx, { id, project, copies, posterFileId: files.get(posterOf(project))?.id ?? null });
  const fontIds = await fontFilesIn(tx, { agencyId, document: project });
  const fileIds = [...[...files.values()].map((file) => file.id), ...fontIds];
  await replaceUses(tx, { agencyId, user: { videoId: id }, fileIds });
  const grownBytes = (await bytesOfVideo(tx, { agencyId, id })) - bytesBefore;
  await takeGrown(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, grownBytes });
  if (video.is_waiting) await wakeRendering(tx, { agencyId, id });
  return true;
}
