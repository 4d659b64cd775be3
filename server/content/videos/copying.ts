import type { Tx } from '#db/database.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { countUnderWay } from './render-queries.ts';

type Key = { agencyId: string; id: string };

/** Wakes the job that copies a project's search results, in the transaction that stores it. */
export const wakeCopying = (tx: Tx, { agencyId, id }: Key): Promise<void> =>
  enqueueJob(tx, jobs.copyClips, { videoId: id }, { singletonKey: id, fairShare: { owner: agencyId, before: 0 } });

/** Wakes a worker that renders. Agencies take turns, however many videos one of them has waiting. */
export async function wakeRendering(tx: Tx, { agencyId, id }: Key): Promise<void> {
  const fairShare = { owner: agencyId, before: await countUnderWay(tx, { agencyId, id }) };
  await enqueueJob(tx, jobs.renderVideo, { videoId: id }, { singletonKey: id, fairShare });
}
