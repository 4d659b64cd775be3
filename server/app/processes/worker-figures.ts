import type { PostEnd } from '../../publishing/index.ts';
import type { Metrics } from '../../base/metrics/index.ts';

/** From a second, which is the loop's longest sleep, to a day, after which a post is no longer sent. */
const latenessBuckets = [1, 2, 5, 10, 30, 60, 120, 300, 900, 3600, 14_400, 86_400];

/** Counts what this worker does. */
export type WorkerFigures = { countPost(end: PostEnd): void; countFailure(queue: string): void };

/** Declares the figures that only a worker knows: what came of its posts, and what its jobs failed at. */
export function declareWorkerFigures(metrics: Metrics): WorkerFigures {
  const lateness = metrics.histogram({
    name: 'agencyreel_post_lateness_seconds',
    help: 'Seconds from the planned time of a post until its network has it',
    buckets: latenessBuckets,
  });
  const posts = metrics.counter({
    name: 'agencyreel_posts_total',
    help: 'Conclusions about posts by network and outcome: published, rejected, unreachable, unknown …',
  });
  const failures = metrics.counter({
    name: 'agencyreel_job_failures_total',
    help: 'Failed attempts of background jobs by queue; most are tried again',
  });
  return {
    countPost: ({ network, outcome, lateSeconds }) => {
      posts.add({ network, outcome });
      if (outcome === 'published') lateness.observe(Math.max(0, lateSeconds));
    },
    countFailure: (queue) => {
      failures.add({ queue });
    },
  };
}
