/**
 * A log-in flood against `npm start`, where web and worker share one process: it must slow neither publishing nor
 * signed-in people.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tools/free-port.ts';
import { npmStart } from './npm-start.ts';
import { withEmptyDatabase } from './own-database.ts';
import { latenessOf, end, insertAccounts, planDeliveries, type FeedPost } from './publishing-stage.ts';
import { atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const floodSeconds = 20;
const addresses = 200;
const accounts = 200;
const postsPerSecond = 20;
const latencyMs = 50;
/** The owner that `npm start` creates. */
export const owner = { email: 'owner@bench.test', password: 'Sunny-Day1!' };

/** The answer to a call and how long it took. */
export type Answer = { status: number; tookMs: number; body: string };
/** Makes a call, with a session's token if one is given. */
export type Caller = (call: string, input: object, token?: string) => Promise<Answer>;

/** Calls from one loopback address, on its own connection. */
export function callerFrom(localAddress: string, port: number): { call: Caller; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  const call: Caller = (name, input, token = '') =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method: 'POST',
          path: `/api/${name}`,
          headers: { 'content-type': 'application/json', authorization: token },
        },
        (answer) => {
          let body = '';
          answer.on('data', (chunk: Buffer) => {
            body += chunk.toString();
          });
          answer.once('end', () => {
            resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - startedAt, body });
          });
          answer.once('error', reject);
        },
      );
      asked.once('error', reject);
      asked.end(JSON.stringify(input));
    });
  return {
    call,
    close: () => {
      agent.destroy();
    },
  };
}

/** One wrong log-in after the other from each address, a second apart; all addresses start at once. */
async function flood(port: number, until: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  await Promise.all(
    Array.from({ length: addresses }, async (_, index) => {
      const { call, close } = callerFrom(`127.0.${1 + Math.trunc(index / 100)}.${1 + (index % 100)}`, port);
      for (let round = 0; Date.now() < until; round += 1) {
        answers.push(await call('login', { email: `nobody-${index}-${round}@bench.test`, password: 'Wrong-Day1!' }));
        await sleep(1000);
      }
      close();
    }),
  );
  return answers;
}

/** How long a signed-in person's call takes, twenty times a second; throws if one is not answered correctly. */
export async function callsOf(token: string, { port, until }: { port: number; until: number }): Promise<number[]> {
  const { call, close } = callerFrom('127.0.9.1', port);
  const took: number[] = [];
  while (Date.now() < until) {
    const { status, tookMs } = await call('fetch-user', {}, token);
    if (status !== 200) throw new Error(`fetch-user answered ${status}`);
    took.push(tookMs);
    await sleep(50);
  }
  close();
  return took;
}

/** Logs the owner in; answers the token of the session. */
export async function tokenOf(port: number): Promise<string> {
  const { call, close } = callerFrom('127.0.9.1', port);
  const { body } = await call('login', owner);
  close();
  const token = /"token":"([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error(`the owner could not log in: ${body}`);
  return token;
}

/** The sandbox's process, its address and its posts so far. */
export type Sandbox = { child: ChildProcess; url: string; posts: FeedPost[] };

/** Starts the sandbox in a process of its own. */
export async function startSandboxChild(): Promise<Sandbox> {
  const child = fork(fileURLToPath(new URL('publishing-sandbox.ts', import.meta.url)), [
    String(latencyMs),
    String(accounts),
  ]);
  const posts: FeedPost[] = [];
  const url = await new Promise<string>((resolve) => {
    child.on('message', (told: string | FeedPost[]) => {
      if (typeof told === 'string') resolve(told);
      else posts.push(...told);
    });
  });
  // By host name, like real networks: the DNS look-up uses the same thread pool as hashing.
  return { child, url: url.replace('127.0.0.1', 'localhost'), posts };
}

/** 20 posts a second for 20 s while 200 addresses try to log in. */
export function measure(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ url, open }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-flood-'));
    const secretKey = randomBytes(32);
    const port = await freePort();
    const sandbox = await startSandboxChild();
    const started = await npmStart({
      folder: fileURLToPath(new URL('..', import.meta.url)),
      port,
      dataDir,
      patienceMs: 180_000,
      environment: {
        DATABASE_URL: url,
        SANDBOX: 'off',
        HOST: '127.0.0.1',
        SECRET_KEY: secretKey.toString('base64'),
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        TELEGRAM_API_URL: `${sandbox.url}/telegram`,
        TELEGRAM_WEB_URL: `${sandbox.url}/t.me`,
      },
    });
    const db = open();
    try {
      const token = await tokenOf(port);
      const stage = { db, ...(await insertAccounts(db, { accounts, secretKey })) };
      const beginsAt = Date.now() + 3000;
      const deliveries = Array.from({ length: postsPerSecond * floodSeconds }, (_, index) => ({
        account: index % accounts,
        dueAt: new Date(beginsAt + (index * 1000) / postsPerSecond),
      }));
      const dueAt = await planDeliveries(stage, { name: 'flood', deliveries });
      const calm = await callsOf(token, { port, until: beginsAt });
      const until = beginsAt + floodSeconds * 1000;
      const [logIns, took] = await Promise.all([flood(port, until), callsOf(token, { port, until })]);
      for (const end = Date.now() + 60_000; sandbox.posts.length < deliveries.length && Date.now() < end;)
        await sleep(100);
      return figuresOf({ posts: sandbox.posts, dueAt, logIns, calm, took });
    } finally {
      await db.close();
      await started.stop();
      await end(sandbox.child);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

type Seen = {
  posts: readonly FeedPost[];
  dueAt: ReadonlyMap<string, number>;
  logIns: readonly Answer[];
  calm: readonly number[];
  took: readonly number[];
};

function figuresOf({ posts, dueAt, logIns, calm, took }: Seen): Figure[] {
  const lateness = latenessOf(posts, { dueAt, latencyMs });
  const checked = logIns.filter(({ status }) => status === 422);
  const refused = logIns.filter(({ status }) => status === 429);
  return [
    exactly(`${postsPerSecond} posts a second for ${floodSeconds} s: posted`, lateness.length, dueAt.size),
    atMost('at the network after its time, p99', quantile(lateness, 0.99), 1000, ms),
    reported('the same, p50 / the latest', `${ms(quantile(lateness, 0.5))} / ${ms(Math.max(...lateness))}`),
    atMost('fetch-user of somebody signed in, p99', quantile(took, 0.99), 200, ms),
    reported(
      'the same, p50 / the slowest / p99 before the flood',
      `${ms(quantile(took, 0.5))} / ${ms(Math.max(...took))} / ${ms(quantile(calm, 0.99))}`,
    ),
    exactly(
      `log-ins from ${addresses} addresses that were neither checked nor refused with 429`,
      logIns.length - checked.length - refused.length,
      0,
    ),
    reported('log-ins checked / refused', `${checked.length} / ${refused.length}`),
    atMost('the longest wait for the answer to a log-in', Math.max(...logIns.map(({ tookMs }) => tookMs)), 10_000, ms),
  ];
}
