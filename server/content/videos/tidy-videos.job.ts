import { listLiveJobs } from '#db/jobs.ts';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { failAbandoned } from './render-queries.ts';

/** A render and its job are started in one transaction; after this time both are visible to everybody. */
const settledMs = 60_000;

/**
 * Every ten minutes, fails videos that are being rendered without a job (the worker died at every try, or the queue was
 * emptied), with a message, so that they can be tried again.
 */
export const tidyVideos = jobs.tidyVideos.handledBy(({ db, clock }) => async () => {
  const now = clock();
  await db.asSystem(async (tx) => {
    const waiting = await listLiveJobs(tx, jobs.copyClips.name);
    const live = [...waiting, ...(await listLiveJobs(tx, jobs.renderVideo.name))].flatMap(
      ({ videoId }) => videoId ?? [],
    );
    const since = new Date(now.getTime() - settledMs);
    await failAbandoned(tx, { live, since, message: messages.renderFailed, now });
  });
});
