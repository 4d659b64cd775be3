/** The ways in which a primary is lost, and how each is healed. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';

/** A way to lose the primary. */
export type Way = keyof typeof ways;

/** Longer than the leader's lock lasts, so that it wakes beside another primary. */
const frozenMs = 30_000;
/** For so long the last way keeps commits from the other servers before it kills. */
const behindMs = 5000;

const ways = {
  'switchover by the operator': (cluster: Cluster, primary: Node) => cluster.switchover(primary),
  'PostgreSQL killed (kill -9)': (_cluster: Cluster, primary: Node) => {
    primary.signal('postgres', 'SIGKILL');
    return Promise.resolve();
  },
  'machine killed (kill -9 of everything)': (_cluster: Cluster, primary: Node) => {
    primary.signal('machine', 'SIGKILL');
    return Promise.resolve();
  },
  'machine stops and wakes (SIGSTOP)': (_cluster: Cluster, primary: Node) => {
    primary.signal('machine', 'SIGSTOP');
    setTimeout(() => {
      primary.signal('machine', 'SIGCONT');
    }, frozenMs);
    return Promise.resolve();
  },
  'cut off from etcd': (_cluster: Cluster, primary: Node) => {
    primary.etcd.set('silent');
    return Promise.resolve();
  },
  'machine killed while the others are behind': async (_cluster: Cluster, primary: Node) => {
    primary.replication.set('silent');
    await sleep(behindMs);
    primary.signal('machine', 'SIGKILL');
    primary.replication.set('moved');
  },
} as const;

/** Loses the primary, waits for the next one, and heals; returns the seconds until the next one was there. */
export async function loseBy(way: Way, cluster: Cluster): Promise<{ from: string; to: string; seconds: number }> {
  const primary = await cluster.primary();
  const began = performance.now();
  await ways[way](cluster, primary);
  const next = await cluster.primary(primary);
  const seconds = (performance.now() - began) / 1000;
  if (!primary.isRunning()) primary.start();
  primary.etcd.set('open');
  return { from: primary.name, to: next.name, seconds };
}
