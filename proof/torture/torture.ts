/**
 * One run: everything started, a storm of deliveries with kills and faults, quiet, and the sandbox's feeds as evidence.
 */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { keepRunning, type Child } from './child.ts';
import { startVictim, type Victim } from './database.ts';
import { productEnvironment } from './environment.ts';
import { openFaults } from './faults.ts';
import { openLogBook, type LogBook } from './log-book.ts';
import { openOffice, type OfficeBook, type Wish } from './office.ts';
import { lastingPort } from './ports.ts';
import { randomOf, type Random } from '../random.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox.ts';
import { untilSettled } from './settle.ts';
import { deliveriesPerSchedule, insertStream, planStorm, setStage, type Stage } from './stage.ts';
import { pauseMilliseconds, rage, type Kills } from './storm.ts';
import { bearWitness, type Findings } from './witness.ts';

/** The size of a run; the same seed gives the same plan, faults and victims (but not the same instants). */
export type TortureOptions = { kills: number; deliveries: number; seed: number; say: (line: string) => void };

/** The result of a run. */
export type TortureResult = Findings & {
  kills: Kills;
  faults: ReadonlyMap<string, number>;
  book: OfficeBook;
  /** Deliveries left open when the time limit was reached. */
  open: number;
  /** Processes that ended unasked, or did not end on request. */
  broken: readonly string[];
  logBook: LogBook;
  seconds: number;
};

const leaseSeconds = 4;
const latencyMs = 250;
const workerCount = 3;
const officeShare = 0.1;
const accountsPerWish = 5;
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Runs the torture; all its processes have ended when it resolves. */
export async function torture({ kills, deliveries, seed, say }: TortureOptions): Promise<TortureResult> {
  const began = Date.now();
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-torture-'));
  const random = randomOf(seed);
  const database = await startVictim({ dir, port: await lastingPort() });
  await migrate(database.url);
  const db = openDatabase(database.url, { max: 4, applicationName: 'torture' });
  const sandbox = await startSandboxProcess({ latencyMs });
  const secretKey = randomBytes(32);
  const stage = await setStage({
    db,
    sandbox,
    secrets: openSecrets(secretKey),
    accounts: Math.max(20, Math.ceil(deliveries / 8)),
  });

  const logBook = openLogBook();
  const port = await lastingPort();
  let aheadMs = 0;
  const { workers, web } = startProcesses({
    database,
    sandbox,
    dir,
    secretKey,
    port,
    onLine: logBook.read,
    greeting: () => ({ aheadMs }),
  });
  const wishes = await makeWishes(db, {
    stage,
    count: Math.ceil((deliveries * officeShare) / accountsPerWish),
    random,
  });
  const schedules = Math.ceil((deliveries * (1 - officeShare)) / deliveriesPerSchedule);
  while (!workers.some((worker) => worker.isReady())) await sleep(50);

  const lengthMs = kills * pauseMilliseconds;
  await planStorm(db, { stage, schedules, from: Date.now() + 1000, lengthMs, random });
  say(
    `${schedules * deliveriesPerSchedule} deliveries planned over ${(lengthMs / 1000).toFixed(0)} s to ` +
      `${stage.accounts.length} accounts, ${wishes.length} schedules to be saved at the web`,
  );
  const office = openOffice({
    url: `http://127.0.0.1:${port}`,
    stage,
    wishes,
    everyMs: lengthMs / wishes.length / 2,
    random: randomOf(seed + 1),
  });
  const faults = openFaults(sandbox, randomOf(seed + 2));
  const arming = setInterval(() => void faults.arm(), Math.max(50, lengthMs / (deliveries * 0.1)));
  const told = await rage({ workers, web, database }, { kills, leaseSeconds, random });
  say(`${kills} kills done, now the rest in quiet`);

  const book = await office.finish().catch((error: unknown) => {
    throw new Error(
      `the person at the web gave up; it is ${web.isReady() ? '' : 'not '}running, and its last lines ` +
        `are:\n${web.lastLines().join('\n')}`,
      { cause: error },
    );
  });
  clearInterval(arming);
  const met = await faults.met();
  await sandbox.control('DELETE', 'faults');
  const untilMs = Date.now();
  const open = await untilSettled(db, {
    withinMs: 180_000 + deliveries * 60,
    advance: (ahead) => {
      aheadMs = ahead;
      for (const worker of workers) worker.send({ aheadMs });
    },
  });
  const ended = await Promise.all(
    [...workers, web].map(async (child) => ({
      name: child.name,
      inOrder: await child.stop(),
      crashes: child.crashes(),
    })),
  );
  const planned = schedules * deliveriesPerSchedule;
  const findings = await bearWitness(db, { sandbox, stage, book, planned, untilMs });
  await db.close();
  await sandbox.stop();
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
  const broken = ended.flatMap(({ name, inOrder, crashes }) => [
    ...(inOrder ? [] : [`${name} did not end when asked to`]),
    ...(crashes > 0 ? [`${name} ended by itself ${crashes} times`] : []),
  ]);
  return { ...findings, kills: told, faults: met, book, open, broken, logBook, seconds: (Date.now() - began) / 1000 };
}

/** Three workers and a web server with the settings of production, except that this machine is the whole internet. */
function startProcesses({
  database,
  sandbox,
  dir,
  secretKey,
  port,
  onLine,
  greeting,
}: {
  database: Victim;
  sandbox: SandboxProcess;
  dir: string;
  secretKey: Buffer;
  port: number;
  onLine: (line: string) => void;
  greeting: () => object;
}): { workers: readonly [Child, ...Child[]]; web: Child } {
  const environment = {
    ...productEnvironment({ databaseUrl: database.url, dataDir: dir, secretKey, port, sandbox }),
    TORTURE_LEASE_SECONDS: String(leaseSeconds),
  };
  const worker = (number: number): Child =>
    keepRunning({
      name: `worker ${number}`,
      file: fileOf('worker-process.ts'),
      environment,
      onLine,
      greeting,
      isReady: (line) => line.includes('worker-ready'),
    });
  const web = keepRunning({
    name: 'web',
    file: fileOf('../../server/web.ts'),
    environment,
    onLine,
    isReady: (line) => line.includes('listening'),
  });
  return { workers: [worker(1), ...Array.from({ length: workerCount - 1 }, (_, index) => worker(index + 2))], web };
}

/** The schedules that the person will create: one text each, to some Telegram channels. */
async function makeWishes(
  db: Database,
  { stage, count, random }: { stage: Stage; count: number; random: Random },
): Promise<Wish[]> {
  const channels = stage.accounts.filter(({ network }) => network === 'telegram');
  const wishes: Wish[] = [];
  for (let number = 0; number < count; number += 1) {
    const first = Math.floor(random.between(0, channels.length));
    const accountIds = Array.from(
      { length: accountsPerWish },
      (_, position) => channels[(first + position) % channels.length]?.id ?? '',
    );
    const title = `office${number}x`;
    const { streamId } = await insertStream(db, { agencyId: stage.client.agencyId, texts: [title] });
    wishes.push({ streamId, title, accountIds });
  }
  return wishes;
}
