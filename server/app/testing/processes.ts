/** The product as it runs in production: web and worker as separate processes on one database and one bucket. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '#db/database.ts';
import { whenDone } from '#db/testing-ends.ts';
import { testDatabase } from '#db/testing.ts';
import { whenThisProcessEnds } from '#db/testing-guard.ts';
import { until } from '#db/testing-until.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/start.ts';
import { aBucket, type TestBucket } from './bucket.ts';
import { callsTo, type TestCalls } from './calls.ts';
import { anOwner, type TestPerson } from './people.ts';

/**
 * One of our processes. `kill` is `kill -9`, `stop` is `kill -15`; both wait until the process has ended.
 */
export type TestProcess = { pid: number; lines: readonly string[]; kill(): Promise<void>; stop(): Promise<void> };

/** A web process with an owner, and what it shares with the workers that are started beside it. */
export type TestProduction = TestCalls & {
  owner: TestPerson;
  db: Database;
  bucket: TestBucket;
  sandbox: Sandbox;
  web: TestProcess;
  /** Starts a further web process at a port of 127.0.0.1, and waits until it listens. */
  startWeb(port: number, settings?: Settings): Promise<TestProcess>;
  /**
   * Starts a worker, the only one at that time, and waits until it listens for due work. Its `kill` also waits until
   * the database has ended its sessions.
   */
  startWorker(): Promise<TestProcess>;
};

/**
 * Starts the web process, the sandbox and the bucket. All of them end with the test or file that started them.
 * `reach` says by which address the processes reach the database; `given` are further settings.
 */
export async function aProduction(
  reach: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  given: Settings = {},
): Promise<TestProduction> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  whenDone(() => sandbox.stop());
  // A worker that one test starts is there for the next ones.
  const processes: Launched[] = [];
  whenDone(() => Promise.all(processes.map((each) => each.remove())));
  const start = (program: 'web' | 'worker', settings: Settings): Launched => {
    const launched = launch(program, settings);
    processes.push(launched);
    return launched;
  };
  const [db, bucket] = [await testDatabase({ max: 8 }), await aBucket()];
  const { settings } = bucket;
  const shared = {
    DATABASE_URL: await reach(db.url),
    SECRET_KEY: randomBytes(32).toString('hex'),
    SANDBOX: 'off',
    LOG_LEVEL: 'info',
    RENDER_PRIORITY: '0',
    CHECK_REPLIES: 'on',
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    TELEGRAM_API_URL: sandbox.telegramApiUrl,
    TELEGRAM_WEB_URL: sandbox.telegramWebUrl,
    MEDIUM_API_URL: sandbox.mediumApiUrl,
    ALLOW_PRIVATE_HOSTS: new URL(sandbox.url).host,
    ...given,
  };
  const owner = await anOwner(db, { membership: 'unlimited' });
  const startWeb = async (port: number, more: Settings = {}) => {
    const web = start('web', { ...shared, PORT: String(port), HOST: '127.0.0.1', ...more });
    return { web, url: await firstMatch(web, /listening at (http:\/\/127\.0\.0\.1:\d+)/) };
  };
  const { web, url } = await startWeb(0);
  return {
    ...callsTo(url, owner),
    owner,
    db,
    bucket,
    sandbox,
    web,
    startWeb: async (port, more) => (await startWeb(port, more)).web,
    startWorker: async () => {
      const worker = start('worker', shared);
      await until(async () => (await sessionsOfWorkers(db)).some(({ query }) => query === 'listen "due"'), {
        seconds: 60,
        what: () => `a worker that listens; it said: ${worker.lines.join('\n')}`,
      });
      const kill = async (): Promise<void> => {
        await worker.kill();
        // NOTE the database still carries out what a killed worker has sent.
        await until(async () => (await sessionsOfWorkers(db)).length === 0, { what: 'the end of its sessions' });
      };
      return { ...worker, kill };
    },
  };
}

/** The database sessions of workers, each with its latest statement. */
async function sessionsOfWorkers({ pool }: Database): Promise<{ query: string }[]> {
  const { rows } = await pool.query<{ query: string }>(
    `select query from pg_stat_activity
     where datname = current_database() and application_name like 'agencyreel worker %'`,
  );
  return rows;
}

type Settings = Readonly<Record<string, string>>;
type Launched = TestProcess & { child: ChildProcess; remove(): Promise<void> };

/** The compile cache of this test run, if it has one: Node names a folder in it by its version. */
const compiled = getCompileCacheDir();
const compileCache = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };

/** Starts a program with only these settings, in a data directory of its own, as on a separate machine. */
function launch(program: 'web' | 'worker', settings: Settings): Launched {
  const dir = mkdtempSync(join(tmpdir(), `agencyreel-${program}-`));
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dir, ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  const lines: string[] = [];
  for (const readable of [child.stdout, child.stderr])
    createInterface({ input: readable }).on('line', (line) => {
      lines.push(line);
    });
  const kill = (): Promise<void> => end('SIGKILL');
  const spare = whenThisProcessEnds('kill -KILL "$1"; rm -rf "$2"', [String(child.pid), dir]);
  const remove = async (): Promise<void> => {
    await kill();
    spare();
    // A child of the process (its drawing process) may still write for a moment.
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { pid: child.pid ?? 0, lines, kill, stop: () => end('SIGTERM'), remove, child };
}

/** The output line of a process that matches. Throws with the output if the process ends before. */
async function firstMatch({ child, lines }: Launched, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`a process ended with ${child.exitCode}: ${lines.join('\n')}`);
      found = lines.map((line) => pattern.exec(line)?.[1]).find((each) => each !== undefined);
      return found !== undefined;
    },
    { seconds: 60, what: () => `${String(pattern)} of a process; it said: ${lines.join('\n')}` },
  );
  return found ?? '';
}
