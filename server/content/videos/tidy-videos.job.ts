import { listLiveJobs } from '#db/jobs.ts';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { failAbandoned } from './render-queries.ts';

/** A video is begun and its job written in one transaction; so long after both are seen by everybody. */
const settledMs = 60_000;

/**
 * Every ten minutes: a video that is on its way without a job (the worker died at every try, or the queue was emptied)
 * fails with words, so that it can be tried again.
 */
export const tidyVideos = jobs.tidyVideos.handledBy(({ db, clock }) => async () => {
  const now = clock();
  await db.asSystem(async (tx) => {
    const live = (await listLiveJobs(tx, jobs.renderVideo.name)).flatMap(({ videoId }) => videoId ?? []);
    const since = new Date(now.getTime() - settledMs);
    await failAbandoned(tx, { live, since, message: messages.renderFailed, now });
  });
});
