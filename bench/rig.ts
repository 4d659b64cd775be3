import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { openHttp as openOutbound } from '#outbound/request.ts';
import { handlers } from '#server/app/processes/calls.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import type { Services } from '#server/base/handlers.ts';
import { openHttp } from '#server/app/processes/listener.ts';
import { openHostBrands, type HostBrands } from '#server/base/brand/index.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { openStorage } from '#server/base/storage/open.ts';
import { openSources } from '#sources/open.ts';
import type { RemoteSource } from '#sources/source.ts';
import { aPerson, type TestPerson } from '#server/app/testing/people.ts';

/** A web process over its own durable database, with an owner signed in. */
export type Rig = {
  url: string;
  db: Database;
  /** The superuser's address of the database. */ adminUrl: string;
  owner: TestPerson;
  hosts: HostBrands;
  services: Services;
  /** The errors logged so far, one line of JSON each. */
  errors: readonly string[];
  /** Waits for the calls in flight, including those whose caller has left, and closes everything. */
  stop(): Promise<void>;
};

/**
 * Starts a rig on free ports in a temporary folder; `siteDir` is the built browser app, if it is needed, `remotes` the
 * configured sources.
 */
export async function openRig({
  siteDir = null,
  remotes = [],
}: { siteDir?: string | null; remotes?: readonly RemoteSource[] } = {}): Promise<Rig> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-bench-'));
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, { max: 4 });
  const config = parseConfig({ PORT: '0', SANDBOX: 'off' }, dir);
  const http = openOutbound({ allowPrivateHosts: [] });
  const services: Services = {
    config,
    db,
    storage: await openStorage(config),
    secrets: openSecrets(randomBytes(32)),
    networks: {},
    sources: openSources({ http, remotes }),
    http,
    clock: () => new Date(),
  };
  const hosts = await openHostBrands({ db, dataDir: dir });
  const errors: string[] = [];
  const app = await openHttp({
    services,
    handlers,
    hosts,
    siteDir,
    logLevel: 'error',
    logStream: {
      write: (line) => {
        errors.push(line);
        process.stdout.write(line);
      },
    },
    limits: { perUser: 1e9, perAddress: 1e9, uploadsPerUser: 1e9 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const owner = await aPerson(db, { role: 'owner', membership: 'unlimited' });
  const stop = async (): Promise<void> => {
    await app.close();
    await hosts.close();
    await http.close();
    await db.close();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  return {
    url,
    db,
    adminUrl: Object.assign(new URL(postgres.adminUrl), { pathname: '/agencyreel' }).href,
    owner,
    hosts,
    services,
    errors,
    stop: () => (stopping ??= stop()),
  };
}

/**
 * Fills an agency with `schedules` text schedules of 10 items to 4 accounts each, spread evenly over the 31 days of a
 * month from `from` on: 10 occurrences and 40 deliveries per schedule.
 */
export async function fillAgency(
  db: Database,
  options: { agencyId: string; schedules: number; from: string },
): Promise<void> {
  const { agencyId, schedules, from } = options;
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `
      create temp table plan on commit drop as
      select number, 0::bigint as client_id, 0::bigint as stream_id, 0::bigint as schedule_id from generate_series(1,
        $1::int) number`,
      [schedules],
    );
    await client.query(
      `
      with made as (
        insert into users (agency_id, role, name, email)
        select $1::bigint, 'client', 'Client ' || number, 'client-' || number || '-' || $1::bigint || '@bench.test'
          from plan order by number returning id),
      numbered as (select id, row_number() over (order by id) as number from made)
      update plan set client_id = numbered.id from numbered where numbered.number = plan.number`,
      [agencyId],
    );
    await client.query(
      `
      insert into social_accounts (agency_id, user_id, network, external_id, username, credentials)
      select $1::bigint, client_id, 'telegram', client_id || '-' || n, 'account ' || n, '' from plan,
        generate_series(1, 4) n`,
      [agencyId],
    );
    await client.query(
      `
      with made as (
        insert into streams (agency_id, type, title, description)
        select $1::bigint, 'text', 'Stream ' || number, 'Words of the stream' from plan order by number returning id),
      numbered as (select id, row_number() over (order by id) as number from made)
      update plan set stream_id = numbered.id from numbered where numbered.number = plan.number`,
      [agencyId],
    );
    await client.query(
      `
      insert into items (agency_id, stream_id, sequence, title, description)
      select $1::bigint, stream_id, n, 'Item ' || n, 'The words of item ' || n from plan, generate_series(1, 10) n`,
      [agencyId],
    );
    await client.query(
      `
      with made as (
        insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
        select $1::bigint, client_id, stream_id, $2::text || ' 09:00', 'UTC', 'daily' from plan order by number
          returning id),
      numbered as (select id, row_number() over (order by id) as number from made)
      update plan set schedule_id = numbered.id from numbered where numbered.number = plan.number`,
      [agencyId, from],
    );
    await client.query(
      `
      insert into schedule_accounts (schedule_id, account_id, agency_id)
      select plan.schedule_id, a.id, $1::bigint from plan join social_accounts a on a.user_id = plan.client_id`,
      [agencyId],
    );
    await client.query(
      `
      insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
      select $1::bigint, schedule_id, item_id, 1, position, position, to_char(due_at at time zone 'UTC',
        'YYYY-MM-DD HH24:MI'), due_at
      from (
        select plan.schedule_id, i.id as item_id, i.sequence - 1 as position,
          ($2::timestamp at time zone 'UTC') + ((i.sequence - 1) * 31 / 10) * interval '1 day' + interval '6 hours' +
            plan.number % 960 * interval '1 minute' as due_at
        from plan join items i on i.stream_id = plan.stream_id
      ) planned`,
      [agencyId, from],
    );
    await client.query(
      `
      insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at)
      select $1::bigint, o.id, o.schedule_id, sa.account_id, o.due_at, o.due_at
      from plan join occurrences o on o.schedule_id = plan.schedule_id join schedule_accounts sa
        on sa.schedule_id = plan.schedule_id`,
      [agencyId],
    );
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
