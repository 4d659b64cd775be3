import { readAges } from '#rules/engagement.ts';
import { smallestOf } from '#rules/numbers.ts';
import { accountAccess } from '../../people/accounts/index.ts';
import { jobs } from '../../base/jobs.ts';
import { tellingNetworks } from './networks.ts';
import { listDueReads, takeInPublished } from './queries.ts';
import { readPosts } from './read.ts';

const atOnce = 1000;

/**
 * Adds published posts and reads the due ones: 1, 6, 24 hours, 3, 7 and 30 days after publication, or at the ages of a
 * network that charges for it.
 */
export const readEngagement = jobs.readEngagement.handledBy((services) => async (_data, { signal }) => {
  const { db, networks, clock } = services;
  const now = clock();
  await db.asSystem((tx) =>
    takeInPublished(tx, {
      networks: tellingNetworks(services).map((id) => ({
        id,
        firstReadHours: smallestOf(networks[id]?.limits.readAgesHours ?? readAges),
      })),
      now,
    }),
  );
  const means = { db, networks, access: accountAccess(services), now: clock };
  for (;;) {
    const due = await db.asSystem((tx) => listDueReads(tx, { now, limit: atOnce }));
    if (due.length === 0 || signal.aborted) return;
    await readPosts(means, due, signal);
    if (due.length < atOnce) return;
  }
});
