/**
 * Debian's Prometheus scrapes web and worker as they run in production: its parser checks the figures and the rules,
 * and each query of the rules and of the board is run. Installs the package if it is missing.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { whenDone } from '#db/testing-ends.ts';
import { until } from '#db/testing-until.ts';
import { aSchedule } from '#server/publishing/testing.ts';
import { aProduction } from '#server/app/testing/processes.ts';
import { boardQueries, monitoringDir, ruleQueries } from './monitoring.ts';

const [webPort, workerPort, prometheusPort] = [19_464, 19_465, 19_090];
const answer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** Panels that show nothing while all is well, or before the first of its kind. */
const mayBeEmpty = [
  'Posts a minute by network',
  'Since the last backup',
  'Jobs waiting',
  'Jobs dead',
  'Failed attempts of jobs a minute',
];

if (spawnSync('promtool', ['--version']).error !== undefined)
  assert.equal(spawnSync('apt-get', ['install', '-y', 'prometheus'], { stdio: 'inherit' }).status, 0);

const production = await aProduction(undefined, {
  METRICS_PORT: String(webPort),
  WORKER_METRICS_PORT: String(workerPort),
});
// Due a minute ago; its accounts cannot be opened, so that what came of the posts is counted, and nothing is sent.
const origin = new Date(Date.now() - 60_000).toISOString().slice(0, 16).replace('T', ' ');
await aSchedule(production.db, { accounts: 2, origin });
await production.startWorker();
const dir = mkdtempSync(join(tmpdir(), 'agencyreel-prometheus-'));
cpSync(monitoringDir, dir, { recursive: true });
const settings = readFileSync(join(dir, 'prometheus.yml'), 'utf8')
  .replace('scrape_interval: 15s', 'scrape_interval: 1s')
  .replace(':9464', `:${webPort}`)
  .replace(':9465', `:${workerPort}`);
writeFileSync(join(dir, 'prometheus.yml'), settings);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dir, 'data')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ],
  { stdio: 'ignore' },
);
whenDone(() => {
  prometheus.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

async function resultOf(query: string): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(query)}`);
  const text = await reply.text();
  assert.equal(reply.status, 200, `${query}: ${text}`);
  return answer.parse(JSON.parse(text)).data.result.map(({ value: [, value] }) => value);
}

await until(
  async () => {
    const counts = await Promise.all(
      ['count(up{job=~"agencyreel.*"} == 1)', 'count(rate(agencyreel_posts_total[5m]))'].map((query) =>
        resultOf(query).catch(() => []),
      ),
    );
    return counts[0]?.[0] === '2' && (counts[1]?.length ?? 0) > 0;
  },
  { seconds: 120, what: () => 'scrapes of both processes' },
);

test('promtool accepts the rules and the example settings', () => {
  for (const given of [
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', given, { cwd: dir, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  }
});

for (const [who, port] of [
  ['web', webPort],
  ['worker', workerPort],
] as const)
  test(`promtool reads the figures of ${who} without a complaint`, async () => {
    const input = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    assert.deepEqual([status, stdout + stderr], [0, '']);
  });

describe('each query runs', () => {
  for (const { name, query } of ruleQueries)
    test(`the rule ${name} runs`, async () => {
      await resultOf(query);
    });

  for (const { name, query } of boardQueries)
    test(`the panel "${name}" shows ${query}`, async () => {
      const values = await resultOf(query);
      if (!mayBeEmpty.includes(name)) assert.ok(values.length > 0, query);
    });
});
