/** Two web processes behind Debian's Caddy with the product's own Caddyfile, under steady requests. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, test, type TestContext } from 'vitest';
import { until } from '#db/testing-until.ts';
import { aProduction, type TestProcess } from '#server/app/testing/processes.ts';
import { anOwner, type TestPerson } from '#server/app/testing/people.ts';
import { freePort } from './free-port.ts';
import { startRealCaddy } from './real-caddy.ts';

const host = 'app.example';
const drainSeconds = 3;
const production = await aProduction(undefined, {
  PUBLIC_URL: `https://${host}`,
  DRAIN_SECONDS: String(drainSeconds),
});
await production.web.stop();
const owners: TestPerson[] = [];
for (let each = 0; each < 8; each += 1) owners.push(await anOwner(production.db, { membership: 'unlimited' }));
const ports = [await freePort(), await freePort()] as const;
const webs: [TestProcess, TestProcess] = [await production.startWeb(ports[0]), await production.startWeb(ports[1])];
const caddy = await startRealCaddy(...ports);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
afterAll(async () => {
  agent.destroy();
  if ('stop' in caddy) await caddy.stop();
});

type Asked = { method: 'GET' | 'POST'; path: string; token?: string; title?: string; key?: string };

/** The status of one request through Caddy; 0 if the connection broke. */
async function send({ method, path, token, title, key }: Asked): Promise<number> {
  if ('skipped' in caddy) throw new Error(caddy.skipped);
  const ca = await caddy.authority().catch(() => '');
  return new Promise((resolve) => {
    const headers = {
      host,
      ...(token === undefined ? {} : { authorization: token }),
      ...(title === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const asked = request(
      { agent, host: '127.0.0.1', port: caddy.httpsPort, servername: host, ca, method, path, headers },
      (reply) => {
        const status = reply.statusCode ?? 0;
        let body = '';
        reply.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        reply.on('close', () => {
          if (!isGood(status)) console.log(method, path, status, reply.headers.server, body.slice(0, 200));
          resolve(reply.complete ? status : 0);
        });
      },
    );
    asked.on('error', () => resolve(0));
    asked.end(title === undefined ? undefined : JSON.stringify({ title, description: 'D', type: 'text' }));
  });
}

const isGood = (status: number): boolean => status >= 200 && status < 300;

type Load = { sent: number; failed: Record<string, number>; again: number; titles: string[] };
type Loads = Record<'get' | 'withKey' | 'withoutKey', Load>;

let number = 0;
/** What one person does until `signal`: a page, a call that shows something, a change with and one without a key. */
async function aPerson(loads: Loads, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
  const once = async (load: Load, asked: Asked, isRepeated: boolean): Promise<void> => {
    load.sent += 1;
    let status = await send(asked);
    // As the browser does: the same press again, by its key.
    for (let tries = 0; isRepeated && !isGood(status) && tries < 3; tries += 1) {
      load.again += 1;
      await sleep(1000);
      status = await send(asked);
    }
    if (isGood(status)) load.titles.push(asked.title ?? '');
    else load.failed[status] = (load.failed[status] ?? 0) + 1;
  };
  const create = (title: string) => ({ method: 'POST', path: '/api/content-stream', token, title }) as const;
  while (!signal.aborted) {
    number += 1;
    const mine = number;
    await once(loads.get, { method: 'GET', path: '/robots.txt' }, false);
    await once(loads.get, { method: 'GET', path: '/livez' }, false);
    await once(loads.withKey, { ...create(`k${mine}`), key: randomBytes(16).toString('hex') }, true);
    await once(loads.withoutKey, create(`w${mine}`), false);
  }
}

/** Eight persons work while something happens. */
async function under(happening: () => Promise<void>): Promise<Loads> {
  const aLoad = (): Load => ({ sent: 0, failed: {}, again: 0, titles: [] });
  const loads = { get: aLoad(), withKey: aLoad(), withoutKey: aLoad() };
  const over = new AbortController();
  const persons = owners.map(({ token }) => aPerson(loads, { token, signal: over.signal }));
  await sleep(1000);
  await happening();
  await sleep(1000);
  over.abort();
  await Promise.all(persons);
  const words = Object.entries(loads).map(
    ([what, { sent, failed, again }]) => `${what}: ${sent} sent, failed ${JSON.stringify(failed)}, ${again} again`,
  );
  console.log(words.join('; '));
  return loads;
}

/** How often the streams of these titles exist: 0 for a lost one, 2 for one that was made twice. */
async function timesOf(titles: readonly string[]): Promise<Set<number>> {
  const { rows } = await production.db.pool.query<{ title: string; times: number }>(
    'select title, count(*)::int as times from streams group by title',
  );
  const times = new Map(rows.map((row) => [row.title, row.times]));
  return new Set(titles.map((title) => times.get(title) ?? 0));
}

const behindCaddy = (title: string, body: () => Promise<void>): void => {
  test(title, async (context: TestContext) => ('skipped' in caddy ? context.skip(caddy.skipped) : body()));
};

describe('two web processes behind Caddy', () => {
  behindCaddy('a web process that is killed costs no GET and no change with a key', async () => {
    await until(async () => isGood(await send({ method: 'GET', path: '/readyz' })), { seconds: 30 });
    const loads = await under(async () => {
      for (let kills = 0; kills < 6; kills += 1) {
        const which = kills % 2 === 0 ? 0 : 1;
        await webs[which].kill();
        await sleep(1500);
        webs[which] = await production.startWeb(ports[which]);
        await sleep(2500);
      }
    });
    assert.deepEqual([loads.get.failed, loads.withKey.failed], [{}, {}]);
    assert.ok(loads.get.sent > 200, 'there was load');
    assert.deepEqual(await timesOf(loads.withKey.titles), new Set([1]));
    // Only its own server knows what became of it: Caddy does not send it a second time.
    assert.deepEqual(
      Object.keys(loads.withoutKey.failed).filter((status) => !['0', '502'].includes(status)),
      [],
    );
    assert.deepEqual(await timesOf(loads.withoutKey.titles), new Set([1]));
  });

  behindCaddy('restarting one after the other costs no request at all', async () => {
    const loads = await under(async () => {
      for (const which of [0, 1, 0, 1] as const) {
        await webs[which].stop();
        webs[which] = await production.startWeb(ports[which]);
        await sleep(2500);
      }
    });
    assert.deepEqual([loads.get.failed, loads.withKey.failed, loads.withoutKey.failed], [{}, {}, {}]);
    assert.equal(loads.withKey.again, 0);
    assert.deepEqual(await timesOf([...loads.withKey.titles, ...loads.withoutKey.titles]), new Set([1]));
  });

  behindCaddy('a single web process that restarts makes GETs and changes with a key wait', async () => {
    const alone = { DRAIN_SECONDS: '1' };
    await webs[1].stop();
    await webs[0].stop();
    webs[0] = await production.startWeb(ports[0], alone);
    await until(async () => isGood(await send({ method: 'GET', path: '/readyz' })), { seconds: 30 });
    const loads = await under(async () => {
      await webs[0].stop();
      webs[0] = await production.startWeb(ports[0], alone);
    });
    assert.deepEqual([loads.get.failed, loads.withKey.failed], [{}, {}]);
    // Nobody got it, so it may be sent again. Later versions of Caddy let it wait as well.
    assert.deepEqual(
      Object.keys(loads.withoutKey.failed).filter((status) => status !== '503'),
      [],
    );
  });
});
