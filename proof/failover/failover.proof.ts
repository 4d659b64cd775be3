/**
 * Real failovers: Debian's Patroni, etcd and HAProxy over three PostgreSQL 15, by the settings in deploy/patroni, under
 * two workers and a web server that post against the sandbox. Installs the packages if they are missing.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { startCluster, type Cluster } from './cluster.ts';
import { installPrograms, ownerOfServers } from './programs.ts';
import { loseAndPost, type Run } from './run.ts';
import type { Lock } from './node.ts';
import type { Way } from './ways.ts';

const each: readonly Way[] = [
  'PostgreSQL killed (kill -9)',
  'switchover by the operator',
  'machine killed (kill -9 of everything)',
  'machine stops and wakes (SIGSTOP)',
  'cut off from etcd',
];
/** `npm run proof -- failover --ways wakes --rounds 4`: those whose name contains a word, and how often each. */
const chosen = each.filter((way) => (process.env['FAILOVER_WAYS'] ?? '').split(',').some((word) => way.includes(word)));
const rounds = Number(process.env['FAILOVER_ROUNDS'] ?? 2);
const ways = Array.from({ length: rounds }, () => chosen).flat();

/** What a failover may cost. */
const limits = { lateSeconds: 60, webSilentSeconds: 60 } as const;

installPrograms();

describe('posts through a database that moves', () => {
  test.skipIf(ways.length === 0)(
    'synchronous failovers post nothing twice, lose nothing and are at most 60 s late',
    async () => {
      await onACluster(async (cluster) => {
        const run = await loseAndPost(cluster, { ways, seed: 1, say: console.log });
        print(run);
        checkPosts(run);
        assert.deepEqual(run.unknown, [], 'no commit was lost');
      });
    },
  );

  test.skipIf(ways.length > 0 && process.env['FAILOVER_WAYS'] !== undefined)(
    'a woken primary that overwrites the lock, as Patroni 3.0.2 does by etcd3, costs no post either',
    async () => {
      await onACluster(async (cluster) => {
        const way: Way = 'machine stops and wakes (SIGSTOP)';
        const run = await loseAndPost(cluster, {
          ways: Array.from({ length: rounds }, () => way),
          seed: 3,
          say: console.log,
        });
        print(run);
        checkPosts(run);
      }, 'etcd3');
    },
  );

  test.skipIf(process.env['FAILOVER_WAYS'] !== undefined)(
    'an asynchronous failover loses commits, and the journal outside the database settles them',
    async () => {
      await onACluster(async (cluster) => {
        await cluster.change({ synchronous_mode: false, maximum_lag_on_failover: 1_000_000_000 });
        const way: Way = 'machine killed while the others are behind';
        const run = await loseAndPost(cluster, { ways: [way, way], seed: 2, say: console.log });
        print(run);
        checkPosts(run);
        assert.notEqual(run.unknown.length, 0, 'commits were lost');
      });
    },
  );
});

/** Works on a cluster of its own. If that fails, its logs stay. */
async function onACluster(work: (cluster: Cluster) => Promise<void>, lock: Lock = 'etcd'): Promise<void> {
  const cluster = await startCluster(ownerOfServers(), lock);
  let keepLogs = true;
  try {
    await work(cluster);
    keepLogs = false;
  } finally {
    if (keepLogs) console.log(`the logs and every delivery with its posts are in ${cluster.dir}`);
    await cluster.stop({ keepLogs });
  }
}

function print({ costs, deliveries, states, verdict, unknown, open }: Run): void {
  for (const { way, primarySeconds, webSeconds, lateSeconds } of costs)
    console.log(
      `${way}: next primary after ${primarySeconds.toFixed(1)} s, web silent for ${webSeconds.toFixed(1)} s, ` +
        `the latest post ${lateSeconds.toFixed(1)} s late`,
    );
  const stands = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  console.log(
    `${deliveries} deliveries: ${stands}; ${verdict.twice.length} twice, ${verdict.lost.length} lost, ${open} open`,
  );
  for (const line of unknown) console.log(line);
}

function checkPosts({ verdict, inconsistent, open, broken, costs }: Run): void {
  assert.deepEqual(verdict, { twice: [], lost: [], unexplained: [], early: [], unplanned: [] });
  assert.deepEqual([inconsistent, open, broken], [[], 0, []]);
  for (const { way, lateSeconds, webSeconds } of costs) {
    assert.ok(lateSeconds <= limits.lateSeconds, `${way}: ${lateSeconds} s late`);
    assert.ok(webSeconds <= limits.webSilentSeconds, `${way}: the web was silent for ${webSeconds} s`);
  }
}
