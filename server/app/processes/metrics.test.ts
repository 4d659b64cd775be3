import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { testDatabase } from '#db/testing.ts';
import { openMetrics } from '../../base/metrics/index.ts';
import { exposeMetrics } from './metrics.ts';
import { declareWorkerFigures } from './worker-figures.ts';

const db = await testDatabase();
const pools = { worker: db.pool };

/** A port that was free a moment ago. */
async function aPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function anExposed(token: string | null) {
  const [metrics, port] = [openMetrics(), await aPort()];
  const figures = declareWorkerFigures(metrics);
  const config = { metrics: { token, host: '127.0.0.1', port: null, workerPort: port } };
  whenDone(await exposeMetrics(metrics, { config, port, pools }));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { get, figures, config, port };
}

test('a worker’s port serves its figures and its probes, and nothing besides', async () => {
  const { get, figures } = await anExposed(null);
  const end = { agencyId: '1', deliveryId: '2', accountId: '3', network: 'telegram', lateSeconds: 3 };
  figures.countPost({ ...end, outcome: 'published' });
  figures.countPost({ ...end, outcome: 'unreachable', lateSeconds: 90 });
  figures.countFailure('send-mail');
  const text = await (await get('/metrics')).text();
  for (const line of [
    'agencyreel_posts_total{network="telegram",outcome="published"} 1',
    'agencyreel_posts_total{network="telegram",outcome="unreachable"} 1',
    'agencyreel_post_lateness_seconds_bucket{le="2"} 0',
    'agencyreel_post_lateness_seconds_bucket{le="5"} 1',
    'agencyreel_post_lateness_seconds_count 1',
    'agencyreel_job_failures_total{queue="send-mail"} 1',
    'agencyreel_pool_connections{pool="worker",state="waiting"} 0',
  ])
    assert.ok(text.includes(`${line}\n`), line);
  assert.match(text, /^agencyreel_event_loop_delay_seconds\{statistic="p99"\} \d/m);
  const statuses = await Promise.all(
    ['/livez', '/readyz', '/', '/healthz'].map(async (path) => (await get(path)).status),
  );
  assert.deepEqual(statuses, [200, 200, 404, 404]);
});

test('with a token the figures of the port ask for it, and the probes do not', async () => {
  const token = 'a-token-of-monitors';
  const { get } = await anExposed(token);
  assert.equal((await get('/metrics')).status, 401);
  assert.equal((await get('/metrics', { authorization: `Bearer ${token}` })).status, 200);
  assert.equal((await get('/livez')).status, 200);
});

test('a port for figures that is taken ends the start in one line', async () => {
  const { config, port } = await anExposed(null);
  await assert.rejects(
    exposeMetrics(openMetrics(), { config, port, pools }),
    /^Error: the port \d+ for metrics cannot/,
  );
});
