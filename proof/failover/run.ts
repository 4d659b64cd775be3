/**
 * One run: the product on a cluster posts, its primary is lost again and again, and the sandbox's feeds are the
 * evidence.
 */

import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { until } from '#db/testing-until.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { randomOf } from '../random.ts';
import { keepRunning, type Child } from '../torture/child.ts';
import { productEnvironment } from '../torture/environment.ts';
import { lastingPort } from '../torture/ports.ts';
import { startSandboxProcess, type SandboxProcess } from '../torture/sandbox.ts';
import { untilSettled } from '../torture/settle.ts';
import { deliveriesPerSchedule, planStorm, setStage, type Stage } from '../torture/stage.ts';
import { wordOf } from '../torture/verdict.ts';
import { bearWitness, type Findings } from '../torture/witness.ts';
import type { Cluster } from './cluster.ts';
import { loseBy, type Way } from './ways.ts';
import { askAllTheTime } from './web.ts';

/** What a lost primary cost. `lateSeconds`: the latest post that was due from a moment before until the end of it. */
export type Cost = {
  way: Way;
  from: string;
  to: string;
  primarySeconds: number;
  webSeconds: number;
  lateSeconds: number;
};

/** The result of a run. `unknown`: what workers said about attempts that the next primary did not know. */
export type Run = Findings & { costs: Cost[]; open: number; unknown: string[]; broken: string[] };

const schedulesEach = 4;
/** Posts are due during this time around each loss, which begins after a part of it. */
const dueMs = 50_000;
const lossAfterMs = 8000;

/** Runs the product on the cluster while its primary is lost in these ways, one after the other. */
export async function loseAndPost(
  cluster: Cluster,
  { ways, seed, say }: { ways: readonly Way[]; seed: number; say: (line: string) => void },
): Promise<Run> {
  await migrate(cluster.url);
  const dir = join(cluster.dir, 'product');
  mkdirSync(dir);
  const db = openDatabase(cluster.url, { max: 4, applicationName: 'failover' });
  const sandbox = await startSandboxProcess({ latencyMs: 150 });
  const secretKey = randomBytes(32);
  const stage = await setStage({ db, sandbox, secrets: openSecrets(secretKey), accounts: 40 });
  const unknown: string[] = [];
  const port = await lastingPort();
  let aheadMs = 0;
  const onLine = (line: string): void => {
    if (line.includes('attempts-unknown')) unknown.push(line);
  };
  const processes = start({ cluster, sandbox, dir, secretKey, port, onLine, greeting: () => ({ aheadMs }) });
  const { workers, web } = processes;
  await until(() => [...workers, web].every((each) => each.isReady()), { seconds: 120, what: 'web and workers' });

  const person = askAllTheTime(`http://127.0.0.1:${port}`, stage.owner.token);
  const random = randomOf(seed);
  const costs: (Cost & { fromMs: number; toMs: number })[] = [];
  let schedules = 0;
  for (const way of ways) {
    await until(() => isThere(db), { seconds: 60, what: 'the database' });
    person.silence();
    const fromMs = Date.now();
    const given = { stage, schedules: schedulesEach, before: schedules, from: fromMs + 2000, lengthMs: dueMs, random };
    await planStorm(db, given);
    schedules += schedulesEach;
    await sleep(lossAfterMs);
    const { from, to, seconds } = await loseBy(way, cluster);
    await cluster.whole();
    await sleep(Math.max(0, fromMs + dueMs + 15_000 - Date.now()));
    const cost = { way, from, to, primarySeconds: seconds, webSeconds: person.silence(), lateSeconds: 0 };
    costs.push({ ...cost, fromMs, toMs: Date.now() });
    say(`${way}: ${from} -> ${to} after ${seconds.toFixed(1)} s, web silent for ${cost.webSeconds.toFixed(1)} s`);
  }
  person.stop();
  const untilMs = Date.now();
  const open = await untilSettled(db, {
    withinMs: 240_000,
    advance: (ahead) => {
      aheadMs = ahead;
      for (const worker of workers) worker.send({ aheadMs });
    },
  });
  const late = await latenesses(db, { sandbox, stage, untilMs });
  for (const cost of costs)
    cost.lateSeconds = Math.max(
      0,
      ...late.flatMap(({ dueMs: due, seconds }) => (due >= cost.fromMs && due < cost.toMs ? [seconds] : [])),
    );
  const ended = await Promise.all(
    [...workers, web].map(async (child) => ({ name: child.name, isOk: (await child.stop()) && child.crashes() === 0 })),
  );
  const planned = schedules * deliveriesPerSchedule;
  const book = { saved: [], stopped: 0, unanswered: 0 };
  const findings = await bearWitness(db, { sandbox, stage, book, planned, untilMs });
  await keepEvidence(db, { sandbox, stage, dir: cluster.dir });
  await db.close();
  await sandbox.stop();
  const broken = ended.flatMap(({ name, isOk }) => (isOk ? [] : [`${name} ended by itself, or not in order`]));
  return { ...findings, costs, open, unknown, broken };
}

const isThere = (db: Database): Promise<boolean> =>
  db.pool.query('select 1').then(
    () => true,
    () => false,
  );

type Start = {
  cluster: Cluster;
  sandbox: SandboxProcess;
  dir: string;
  secretKey: Buffer;
  port: number;
  onLine: (line: string) => void;
  greeting: () => object;
};

/** A web server and two workers with the settings of production, except that this machine is the whole internet. */
function start({ cluster, sandbox, dir, secretKey, port, onLine, greeting }: Start): { workers: Child[]; web: Child } {
  const environment = productEnvironment({ databaseUrl: cluster.url, dataDir: dir, secretKey, port, sandbox });
  const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const logged = (name: string) => {
    const log = createWriteStream(join(cluster.dir, `${name}.log`));
    return (line: string): void => {
      log.write(`${line}\n`);
      onLine(line);
    };
  };
  const worker = (name: string): Child =>
    keepRunning({
      name,
      file: fileOf('../torture/worker-process.ts'),
      environment,
      onLine: logged(name),
      greeting,
      isReady: (line) => line.includes('worker-ready'),
    });
  const isReady = (line: string): boolean => line.includes('listening');
  return {
    workers: [worker('worker 1'), worker('worker 2')],
    web: keepRunning({ name: 'web', file: fileOf('../../server/web.ts'), environment, onLine: logged('web'), isReady }),
  };
}

/** Writes down every delivery with its attempts and its posts in the feeds, in the order of their times. */
async function keepEvidence(
  db: Database,
  { sandbox, stage, dir }: { sandbox: SandboxProcess; stage: Stage; dir: string },
): Promise<void> {
  const accounts = new Map(stage.accounts.map(({ id, feedAccount }) => [id, feedAccount]));
  const { rows } = await db.pool.query<{ account_id: string; description: string }>(
    `select d.*, i.description,
       (select json_agg(t order by t.id) from attempts t where t.delivery_id = d.id) as attempts
     from deliveries d join occurrences o on o.id = d.occurrence_id join items i on i.id = o.item_id
     order by d.due_at`,
  );
  const posts = Map.groupBy(
    await sandbox.feeds(),
    ({ account, text, title }) => `${account} ${wordOf(`${text}\n${title}`)}`,
  );
  const lines = rows.map((row) => {
    const found = posts.get(`${accounts.get(row.account_id)} ${wordOf(row.description)}`) ?? [];
    return `${JSON.stringify({ copies: found.length, ...row, posts: found })}\n`;
  });
  writeFileSync(join(dir, 'deliveries.jsonl'), lines.join(''));
}

/** How long after its time each post stood in a feed, of those that stood there before `untilMs`. */
async function latenesses(
  db: Database,
  { sandbox, stage, untilMs }: { sandbox: SandboxProcess; stage: Stage; untilMs: number },
): Promise<{ dueMs: number; seconds: number }[]> {
  const accounts = new Map(stage.accounts.map(({ id, feedAccount }) => [id, feedAccount]));
  const { rows } = await db.pool.query<{ account_id: string; description: string; due_at: Date }>(
    `select d.account_id, i.description, o.due_at
     from deliveries d join occurrences o on o.id = d.occurrence_id join items i on i.id = o.item_id`,
  );
  const due = new Map(
    rows.map((row) => [`${accounts.get(row.account_id)} ${wordOf(row.description)}`, row.due_at.getTime()]),
  );
  return (await sandbox.feeds()).flatMap(({ account, text, title, publishedAt, createdAt }) => {
    const at = Date.parse(publishedAt === '' ? createdAt : publishedAt);
    const dueAt = due.get(`${account} ${wordOf(`${text}\n${title}`)}`);
    return dueAt === undefined || at > untilMs ? [] : [{ dueMs: dueAt, seconds: (at - dueAt) / 1000 }];
  });
}
