/** One agency sends every text that once held up an installation, in a loop; others' posts and calls must not wait. */
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aPerson } from '#server/app/testing/people.ts';
import type { Database } from '#db/database.ts';
import { freePort } from '../tools/free-port.ts';
import { callerFrom, callsOf, owner, startSandboxChild, tokenOf } from './flood.ts';
import { npmStart } from './npm-start.ts';
import { withEmptyDatabase } from './own-database.ts';
import { end, insertAccounts, latenessOf, planDeliveries } from './publishing-stage.ts';
import { atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const seconds = 30;
const accounts = 200;
const postsPerSecond = 10;
const nastyPosts = 20;
const latencyMs = 50;

/** A formatted text that is stored already, as each delivery of it reads it. */
const formatted = `${'<ul>'.repeat(24_990)}<li>x`;

/** The site, the feed and the AI of the agency that sends nasty texts. */
async function startNastySite(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, answer) => {
    const path = request.url ?? '';
    if (path.includes('chat/completions')) {
      const content = `\`\`\`${' '.repeat(200_000)}${'x'.repeat(200_000)}`;
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ choices: [{ message: { content } }] }));
    } else {
      answer.setHeader('content-type', 'text/html');
      const link = '<link rel="alternate" type="application/rss+xml" href="/feed">';
      answer.end(path === '/feed' ? '<updated>20</updated>'.repeat(95_000) : link + '<a '.repeat(600_000));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}` };
}

const callsWith = (url: string, streamId: string): readonly [string, object][] => [
  ['text-stream', { content_stream_id: streamId, description: JSON.stringify([{ value: formatted }]) }],
  ['write-with-ai', { task: 'caption', text: 'A bakery' }],
  ['find-misread', { text: '1,'.repeat(50_000), language_id: 'en-US' }],
  ['look-at-site', { url }],
  ['fetch-article-preview', { content: '>'.repeat(20_000) }],
  ['fetch-article-preview', { content: '_*a'.repeat(16_000) }],
  ['save-thumbnail', { name: 'D', data: `{"version":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }],
];

/** Makes all of the calls in a loop; counts the answers by call and status. */
async function nastyCalls(
  token: string,
  { port, until, calls }: { port: number; until: number; calls: readonly [string, object][] },
): Promise<Map<string, number>> {
  const { call, close } = callerFrom('127.0.9.2', port);
  const answers = new Map<string, number>();
  while (Date.now() < until)
    for (const [name, input] of calls) {
      const { status } = await call(name, input, token);
      answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1);
    }
  close();
  return answers;
}

/** Twenty posts of the stored text, to accounts of the agency's own. */
async function planNastyPosts(db: Database, { secretKey, from }: { secretKey: Buffer; from: number }): Promise<void> {
  const nasty = await insertAccounts(db, { accounts: nastyPosts, secretKey });
  await planDeliveries(
    { db, ...nasty },
    {
      name: 'nasty',
      deliveries: Array.from({ length: nastyPosts }, (_, account) => ({
        account,
        dueAt: new Date(from + account * 1000),
      })),
    },
  );
  await db.pool.query(`update streams set type = 'formatted' where agency_id = $1`, [nasty.agencyId]);
  await db.pool.query(
    `update items set description = $2, description_format = 'formatted', type = 'formatted' where agency_id = $1`,
    [nasty.agencyId, formatted],
  );
}

/** 10 posts a second of another agency for 30 s, and its `fetch-user` twenty times a second. */
export function measure(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ url, open }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-nasty-'));
    const secretKey = randomBytes(32);
    const port = await freePort();
    const [sandbox, site] = [await startSandboxChild(), await startNastySite()];
    const started = await npmStart({
      folder: fileURLToPath(new URL('..', import.meta.url)),
      port,
      dataDir,
      patienceMs: 180_000,
      environment: {
        DATABASE_URL: url,
        SANDBOX: 'off',
        HOST: '127.0.0.1',
        ALLOW_PRIVATE_HOSTS: '127.0.0.1',
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
      const nasty = await aPerson(db, { role: 'owner', membership: 'unlimited' });
      const calls = callsWith(site.url, await arranged(nasty.token, { port, ai: `${site.url}/v1` }));
      const from = Date.now() + 3000;
      const deliveries = Array.from({ length: postsPerSecond * seconds }, (_, index) => ({
        account: index % accounts,
        dueAt: new Date(from + (index * 1000) / postsPerSecond),
      }));
      const dueAt = await planDeliveries(
        { db, ...(await insertAccounts(db, { accounts, secretKey })) },
        { name: 'others', deliveries },
      );
      await planNastyPosts(db, { secretKey, from });
      const until = from + seconds * 1000;
      const [answers, took] = await Promise.all([
        nastyCalls(nasty.token, { port, until, calls }),
        callsOf(token, { port, until }),
      ]);
      const posted = (): number[] => latenessOf(sandbox.posts, { dueAt, latencyMs });
      for (const last = Date.now() + 60_000; posted().length < deliveries.length && Date.now() < last;)
        await sleep(100);
      return figuresOf({ lateness: posted(), planned: dueAt.size, took, answers });
    } finally {
      await db.close();
      await started.stop();
      await end(sandbox.child);
      site.server.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

/** Sets the agency's own AI and adds a stream for formatted texts; answers its id. */
async function arranged(token: string, { port, ai }: { port: number; ai: string }): Promise<string> {
  const { call, close } = callerFrom('127.0.9.2', port);
  const prices = { model: 'm', input_price: 0, output_price: 0, limit: 100_000 };
  const saved = await call('save-ai-settings', { key: 'nasty-key-1234', address: ai, ...prices }, token);
  const made = await call('content-stream', { type: 'formatted', title: 'Nasty', description: 'Nasty' }, token);
  close();
  const id = /"id":"(\d+)"/.exec(made.body)?.[1];
  if (saved.status !== 200 || id === undefined) throw new Error(`could not be arranged: ${saved.body} ${made.body}`);
  return id;
}

type Seen = { lateness: readonly number[]; planned: number; took: readonly number[]; answers: Map<string, number> };

function figuresOf({ lateness, planned, took, answers }: Seen): Figure[] {
  const failed = [...answers].filter(([answer]) => / 5\d\d$/.test(answer)).reduce((sum, [, count]) => sum + count, 0);
  return [
    exactly(`another agency's ${postsPerSecond} posts a second for ${seconds} s: posted`, lateness.length, planned),
    atMost('at the network after its time, p99', quantile(lateness, 0.99), 1000, ms),
    reported('the same, p50 / the latest', `${ms(quantile(lateness, 0.5))} / ${ms(quantile(lateness, 1))}`),
    atMost('fetch-user of another agency, p99', quantile(took, 0.99), 250, ms),
    reported('the same, p50 / the slowest', `${ms(quantile(took, 0.5))} / ${ms(quantile(took, 1))}`),
    exactly('answers 5xx', failed, 0),
    reported('answers', [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')),
  ];
}
