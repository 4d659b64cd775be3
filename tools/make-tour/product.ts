/**
 * The real product with the sandbox's networks and the sample's agency, with its own clock, as the tutorial shows it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import type { Services } from '#server/base/handlers.ts';
import { openLog } from '#server/app/http/log.ts';
import { createFirstOwner } from '#server/people/operator/owners.ts';
import { makeSampleData } from '#server/app/sample/sample-data.ts';
import { openServices } from '#server/app/processes/services.ts';
import { buildSiteIfStale } from '#server/app/processes/start/build-site.ts';
import { withSandbox } from '#server/app/processes/start/sandbox-child.ts';
import { startWeb } from '#server/web.ts';
import { startWorker } from '#server/worker.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { freePort } from '../free-port.ts';

/** The person who signs in. */
export const owner = { email: 'owner@agency.example', password: 'Owner&Pass1!' };

/** The time zone of the agency and its browser. */
export const timezone = 'Europe/Berlin';

/** When the agency began, and the Monday morning on which the tutorial begins, so that there is a history to show. */
const founded = new Date('2027-02-25T06:30:00Z');
const monday = new Date('2027-03-01T08:05:00Z');

/** The product as the tutorial needs it. */
export type TourProduct = {
  url: string;
  sandbox: Sandbox;
  now(): Date;
  /** Moves recent dates to the product's clock: some dates come from the database, which uses the machine's clock. */
  dateRows(): Promise<void>;
  /** Advances the clock to an instant, hour by hour, and publishes what becomes due. */
  goTo(instant: Date): Promise<void>;
  stop(): Promise<void>;
};

const dated = ['users', 'social_accounts', 'audit_entries'] as const;
const hourMs = 3_600_000;

/**
 * Starts it with the sample's coffee roasters, a few days old; the tutorial adds the bakery. Throws if a past post was
 * not published.
 */
export async function startTourProduct(): Promise<TourProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-tour-'));
  await buildSiteIfStale({ say: console.log });
  const postgres = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres') });
  await migrate(postgres.url);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, publicUrl: `${url}/sandbox` });
  const config = withSandbox(
    parseConfig(
      {
        PORT: String(port),
        DATA_DIR: dataDir,
        SANDBOX: 'on',
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        LOG_LEVEL: 'error',
      },
      dataDir,
    ),
    sandbox,
  );
  const { services, close } = await openServices(config, {
    databaseUrl: postgres.url,
    connections: 8,
    name: 'agencyreel tour',
  });
  let ahead = founded.getTime() - Date.now();
  const now = (): Date => new Date(Date.now() + ahead);
  services.clock = now;
  const first = await createFirstOwner(services.db, config);
  if (first === null) throw new Error('the tour’s product had an owner already');
  await makeSampleData(services, {
    agencyId: first.agencyId,
    ownerId: first.id,
    sandbox: { wordpressUrl: sandbox.wordpressUrl },
    timezone,
  });
  await keepRoastersOnly(services, first.id);
  const worker = await startWorker(services, openLog('error'), { clock: { now } });
  const web = await startWeb(services, { logLevel: 'error' });

  const goTo = async (instant: Date): Promise<void> => {
    for (let left = instant.getTime() - now().getTime(); left > 0; left = instant.getTime() - now().getTime()) {
      ahead += Math.min(hourMs, left);
      await settled(services, now());
    }
  };
  await goTo(monday);
  return {
    url,
    sandbox,
    goTo,
    now,
    dateRows: async () => {
      for (const table of dated)
        await services.db.pool.query(`update ${table} set created_at = $1 where created_at < $2`, [now(), founded]);
    },
    stop: async () => {
      await web.stop();
      await worker.stop();
      await close();
      await sandbox.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The sample without its bakery and without its sample marks: the tutorial shows an agency in business. */
async function keepRoastersOnly({ db }: Services, ownerId: string): Promise<void> {
  await db.pool.query(`
    with bakery as (delete from schedules using users c where c.id = user_client_id and c.name = 'Sunrise Bakery')
    delete from streams where title in ('Fresh from the oven', 'The bread journal')`);
  await db.pool.query(`delete from users where name = 'Sunrise Bakery'`);
  for (const table of ['users', 'streams', 'social_accounts'])
    await db.pool.query(`update ${table} set is_sample = false`);
  for (const table of dated) await db.pool.query(`update ${table} set created_at = $1`, [founded]);
  await db.pool.query(`update users set name = 'Mia' where id = $1`, [ownerId]);
}

/** Waits until no due delivery is in progress. */
async function settled({ db }: Services, now: Date): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const {
      rows: [row],
    } = await db.pool.query<{ open: number; bad: number }>(
      `
      select count(*) filter (where state in ('scheduled', 'claimed', 'sending', 'processing'))::int as open,
        count(*) filter (where state in ('failed', 'uncertain', 'missed', 'waiting'))::int as bad
      from deliveries where due_at <= $1`,
      [now],
    );
    if (row !== undefined && row.bad > 0) throw new Error('a post of the tutorial’s agency did not go out');
    if (row?.open === 0) return;
    if (performance.now() > until) throw new Error('a post of the tutorial’s agency does not go out');
    await sleep(100);
  }
}
