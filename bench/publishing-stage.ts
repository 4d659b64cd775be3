import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { telegramLimits } from '#networks/telegram/telegram.ts';
import { credentialsAssociatedData } from '#server/people/accounts/credentials.ts';
import { heapFlags } from '#server/app/processes/start/heap-flags.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';

/** A post in the sandbox's feed; instants in milliseconds. */
export type FeedPost = { text: string; receivedAt: number };

/** A durable database, the sandbox and the workers, each in its own process. */
export type Stage = {
  db: Database;
  agencyId: string;
  clientId: string;
  accountIds: readonly string[];
  /** The current posts in the sandbox's feeds. */
  posts(): readonly FeedPost[];
  /** The peak memory of one worker. */
  workerPeakBytes(): number;
  /** Processor time that all workers have used, including their starts. */
  workerProcessorMs(): number;
  /** `kill -9` of the worker of this name (as `deliveries.worker` has it); false if there is none. */
  killWorker(name: string): boolean;
  stop(): Promise<void>;
};

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts everything, with connected accounts: one bot and channel each, at the pace connecting gives them. */
export async function openStage({
  accounts,
  latencyMs,
  secretKey,
  workers: count = 1,
}: {
  accounts: number;
  latencyMs: number;
  secretKey: Buffer;
  workers?: number;
}): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-publishing-'));
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, { max: 4 });

  const feed: FeedPost[] = [];
  const sandbox = fork(fileOf('publishing-sandbox.ts'), [String(latencyMs), String(accounts)]);
  const address = await new Promise<string>((resolve) => {
    sandbox.on('message', (told: string | FeedPost[]) => {
      if (typeof told === 'string') resolve(told);
      else feed.push(...told);
    });
  });
  const { agencyId, clientId, accountIds } = await insertAccounts(db, { accounts, secretKey });

  const workers = Array.from({ length: count }, () =>
    startWorkerProcess({
      DATABASE_URL: postgres.url,
      DATA_DIR: dir,
      SECRET_KEY: secretKey.toString('base64'),
      LOG_LEVEL: 'warn',
      TELEGRAM_API_URL: `${address}/telegram`,
      TELEGRAM_WEB_URL: `${address}/t.me`,
      SANDBOX: 'off',
    }),
  );
  await untilListening(db, count);
  return {
    db,
    agencyId,
    clientId,
    accountIds,
    posts: () => feed,
    workerPeakBytes: () => Math.max(...workers.map(peakBytesOf)),
    workerProcessorMs: () => workers.reduce((sum, worker) => sum + processorMsOf(worker), 0),
    killWorker: (name) => workers.find(({ pid }) => name.includes(`-${pid}-`))?.kill('SIGKILL') ?? false,
    stop: async () => {
      await Promise.all(workers.map(end));
      await end(sandbox);
      await db.close();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A worker in its own process, with these settings beside those of this process; its log is printed. */
export function startWorkerProcess(environment: Readonly<Record<string, string>>): ChildProcess {
  const worker = spawn(process.execPath, [...heapFlags, fileOf('../server/worker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  createInterface({ input: worker.stdout }).on('line', (line) => console.log(line));
  return worker;
}

/** The parameters of planned deliveries. */
export type Accounts = Pick<Stage, 'db' | 'agencyId' | 'clientId' | 'accountIds'>;

/**
 * Plans deliveries, each with its own item and occurrence, a schedule for every 50; returns the due time (ms) of each
 * text.
 */
export async function planDeliveries(
  { db, agencyId, clientId, accountIds }: Accounts,
  { name, deliveries }: { name: string; deliveries: readonly { account: number; dueAt: Date }[] },
): Promise<Map<string, number>> {
  await db.pool.query(
    `
    with given as (
      select *, ordinality - 1 as place from unnest($3::bigint[], $4::timestamptz[]) with ordinality as given
        (account_id, due_at)
    ), stream as (
      insert into streams (agency_id, type, title) values ($1, 'text', $5) returning id
    ), item as (
      insert into items (agency_id, stream_id, sequence, title, description)
      select $1, stream.id, place + 1, '', $5 || ' ' || place from stream, given order by place
      returning id, sequence - 1 as place
    ), schedule as (
      insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
      select $1, $2, stream.id, '2026-01-01 09:00', 'UTC', 'daily' from stream, generate_series(0,
        (select max(place) / 50 from given))
      returning id
    ), numbered as (
      select id, row_number() over (order by id) - 1 as number from schedule
    ), occurrence as (
      insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
      select $1, numbered.id, item.id, 1, place, place, to_char(given.due_at at time zone 'UTC',
        'YYYY-MM-DD HH24:MI'), given.due_at
      from given join item using (place) join numbered on numbered.number = place / 50
      returning id, schedule_id, position, due_at
    )
    insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at)
    select $1, occurrence.id, occurrence.schedule_id, given.account_id, occurrence.due_at, occurrence.due_at
    from occurrence join given on given.place = occurrence.position
    order by given.place`,
    [
      agencyId,
      clientId,
      deliveries.map(({ account }) => accountIds[account]),
      deliveries.map(({ dueAt }) => dueAt),
      name,
    ],
  );
  return new Map(deliveries.map(({ dueAt }, position) => [`${name} ${position}`, dueAt.getTime()]));
}

/**
 * Plans a delivery for each of the first `count` accounts, `perSecond` a second, the first `inMs` from now; returns the
 * due time (ms) of each text.
 */
export function planSteady(
  accounts: Accounts,
  { name, count, perSecond, inMs }: { name: string; count: number; perSecond: number; inMs: number },
): Promise<Map<string, number>> {
  const first = Date.now() + inMs;
  return planDeliveries(accounts, {
    name,
    deliveries: Array.from({ length: count }, (_, index) => ({
      account: index,
      dueAt: new Date(first + (index * 1000) / perSecond),
    })),
  });
}

/** Waits until that many posts are at the network, up to a time limit; the caller counts those missing then. */
export async function untilPosted(stage: Pick<Stage, 'posts'>, count: number, longestMs: number): Promise<void> {
  const end = Date.now() + longestMs;
  while (stage.posts().length < count && Date.now() < end) await sleep(50);
}

/** How long after its time each post reached the network, without the network's answering time. */
export const latenessOf = (
  posts: readonly FeedPost[],
  { dueAt, latencyMs }: { dueAt: ReadonlyMap<string, number>; latencyMs: number },
): number[] =>
  posts.flatMap(({ text, receivedAt }) => {
    const due = dueAt.get(text);
    return due === undefined ? [] : [receivedAt - latencyMs - due];
  });

/** An agency with a client and connected Telegram accounts, one bot and channel each. */
export async function insertAccounts(
  db: Database,
  {
    accounts,
    secretKey,
    gapSeconds = telegramLimits.gapSeconds,
  }: { accounts: number; secretKey: Buffer; gapSeconds?: number },
): Promise<Omit<Accounts, 'db'>> {
  const idOf = async (text: string, values: unknown[]): Promise<string> =>
    (await db.pool.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id ?? '';
  const secrets = openSecrets(secretKey);
  const agencyId = await idOf(`insert into agencies (name) values ('Bench')`, []);
  const clientId = await idOf(`insert into users (agency_id, role, name, email) values ($1, 'client', 'Client', $2)`, [
    agencyId,
    `client-${agencyId}@bench.test`,
  ]);
  const externalIds = Array.from({ length: accounts }, (_, index) => String(-1_009_000_000_001 - index));
  const sealed = externalIds.map((externalId, index) =>
    secrets.seal(
      JSON.stringify({ botToken: `${9_000_000_001 + index}:AA${String(index + 1).padStart(33, '0')}` }),
      credentialsAssociatedData({ agencyId, userId: clientId, network: 'telegram', externalId }),
    ),
  );
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into social_accounts (agency_id, user_id, network, external_id, username, credentials, gap_seconds)
     select $1, $2, 'telegram', external_id, external_id, sealed, $5 from unnest($3::text[],
       $4::text[]) as given (external_id, sealed)
     returning id`,
    [agencyId, clientId, externalIds, sealed, gapSeconds],
  );
  return { agencyId, clientId, accountIds: rows.map(({ id }) => id) };
}

/** Waits until that many workers are ready: a worker is ready once it listens on the database. */
export async function untilListening(db: Database, count: number): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where application_name like 'agencyreel worker%listener'`,
    );
    if (rows.length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the worker did not start');
}

/** The peak memory of a process, by the kernel's count; 0 if the kernel has no such count (not Linux). */
function peakBytesOf({ pid }: ChildProcess): number {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(peak ?? 0) * 1024;
  } catch {
    return 0; // no /proc here
  }
}

/** User and system time in ticks of 10 ms are the 14th and 15th field of the kernel's line; 0 if there is none. */
function processorMsOf({ pid }: ChildProcess): number {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * 10;
  } catch {
    return 0; // no /proc here
  }
}

/** Ends a child in order and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
