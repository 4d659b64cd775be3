/** Reading the figures of 10,000 posts: the shipped job, the real adapters, the sandbox with the networks' windows. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { openNetworks } from '#networks/index.ts';
import { openSources } from '#sources/open.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import { readEngagement } from '#server/insights/engagement/read-engagement.job.ts';
import type { Services } from '#server/base/handlers.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { openStorage } from '#server/base/storage/open.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { countRequests, type Requests } from './counted-requests.ts';
import { measuredNetworks, postsAt, type MeasuredNetwork } from './engagement-posts.ts';
import { insertAgency, insertJoined } from './joined-accounts.ts';
import { withDatabase } from './own-database.ts';
import { planDeliveries } from './publishing-stage.ts';
import { atMost, exactly, ms, reported, type Figure } from './table.ts';

const accounts = 25;
const postsOfAccount = 100;
/**
 * Every post was published two hours ago, with the accounts in turn, so that all are due for the reading of the first
 * hour.
 */
const ageHours = 2;

/**
 * What each network allows, by its strictest reading. Facebook: 200 an hour for each person who uses the app
 * (developers.facebook.com/docs/graph-api/overview/rate-limiting), as if one person had connected all pages. YouTube:
 * 10,000 units per day and project, one for `videos.list` (…/youtube/v3/determine_quota_cost). X: 5,000 look-ups in 15
 * minutes per user (docs.x.com/x-api/fundamentals/rate-limits), as if all accounts were one user. Vimeo: 50 per minute
 * and person on the free plan with `fields` (developer.vimeo.com/guidelines/rate-limiting), as if all accounts were one
 * person. Read 2026-11-21.
 */
const allowed: Readonly<Record<MeasuredNetwork, { requests: number; limit: string }>> = {
  facebook: { requests: 200, limit: '200 an hour and user of the app' },
  youtube: { requests: 10_000, limit: '10,000 units a day' },
  twitter: { requests: 5000, limit: '5,000 in 15 min and user' },
  vimeo: { requests: 50, limit: '50 a minute and person' },
};

/** Reads everything that is due in one run of the job. */
export const measure = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
    const { networks, http, close } = openNetworks(sandbox);
    const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-engagement-'));
    try {
      const config = parseConfig({ PORT: '0', SANDBOX: 'on', DATA_DIR: dataDir }, dataDir);
      const services: Services = {
        config,
        db,
        networks,
        sources: openSources({ http, remotes: [] }),
        http,
        storage: await openStorage(config),
        secrets: openSecrets(randomBytes(32)),
        clock: () => new Date(),
      };
      await publishAll(services, sandbox);
      const counting = countRequests(sandbox.url);
      const began = performance.now();
      await readEngagement(services)({}, { signal: new AbortController().signal, jobId: 'bench', retryCount: 0 });
      const took = performance.now() - began;
      const requests = counting.stop();
      const rows = await Promise.all(measuredNetworks.map((network) => figuresOf(network, { db, requests })));
      return [...rows.flat(), reported('all of them, one after the other', ms(took))];
    } finally {
      await close();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

/** Connects the accounts and puts their published posts into the sandbox and the database. */
async function publishAll(services: Services, sandbox: Sandbox): Promise<void> {
  const { db, secrets } = services;
  const { agencyId, clientIds } = await insertAgency(db, { clients: accounts });
  const publishedAt = new Date(services.clock().getTime() - ageHours * 3_600_000);
  const accountIds: string[] = [];
  const posts: string[][] = [];
  for (const network of measuredNetworks) {
    const made = await postsAt(network, {
      sandbox,
      networks: services.networks,
      accounts,
      posts: postsOfAccount,
      publishedAt,
    });
    for (const [index, { account, postIds }] of made.entries()) {
      accountIds.push(
        await insertJoined(db, { secrets, agencyId, clientId: clientIds[index] ?? '', network, given: account }),
      );
      posts.push(postIds);
    }
  }
  const count = accountIds.length * postsOfAccount;
  const deliveries = Array.from({ length: count }, (_, position) => ({
    account: position % accountIds.length,
    dueAt: publishedAt,
  }));
  await planDeliveries({ db, agencyId, clientId: clientIds[0] ?? '', accountIds }, { name: 'measured', deliveries });
  const postIds = deliveries.map(
    ({ account }, position) => posts[account]?.[Math.floor(position / accountIds.length)] ?? '',
  );
  await db.pool.query(
    `update deliveries d
     set state = 'published', post_id = given.post_id, published_at = d.due_at + given.place * interval
       '1 millisecond', finished_at = d.due_at, next_at = 'infinity'
     from occurrences o
     join (select post_id, ordinality - 1 as place from unnest($1::text[]) with ordinality as given (post_id,
       ordinality)) given on given.place = o.position
     where o.id = d.occurrence_id`,
    [postIds],
  );
}

async function figuresOf(
  network: MeasuredNetwork,
  { db, requests }: { db: Database; requests: Requests },
): Promise<Figure[]> {
  const {
    rows: [row],
  } = await db.pool.query<{ read: number; told: number }>(
    `select count(e.read_at)::int as read, count(e.likes)::int as told
     from engagements e join social_accounts a on a.id = e.account_id where a.network = $1`,
    [network],
  );
  const { requests: most, limit } = allowed[network];
  const { count, refused, spanMs } = requests(network);
  return [
    exactly(`${network}: posts read`, row?.read ?? 0, accounts * postsOfAccount),
    atMost(`${network}: requests (the network allows ${limit})`, count, most, String),
    exactly(`${network}: refusals`, refused, 0),
    reported(
      `${network}: of them with likes; time from the first request to the last answer`,
      `${row?.told ?? 0}; ${ms(spanMs)}`,
    ),
  ];
}
