/** The figures that every process has: its event loop, its memory and its connections. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './registry.ts';

/** The counts of a pool of connections. */
export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number };

/** Declares the figures of this process; `stop` ends the measuring of its event loop. */
export function watchProcess(metrics: Metrics, { version }: { version: string }): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge({
    name: 'agencyreel_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape: median, 99th percentile and maximum',
    read: () => {
      const seconds = (nanoseconds: number): number => (Number.isNaN(nanoseconds) ? 0 : nanoseconds / 1e9);
      const samples = [50, 99].map((percentile) => ({
        labels: { statistic: `p${percentile}` },
        value: seconds(delay.percentile(percentile)),
      }));
      const longest = { labels: { statistic: 'max' }, value: seconds(delay.max) };
      delay.reset();
      return [...samples, longest];
    },
  });
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process',
    read: () => [{ value: process.memoryUsage.rss() }],
  });
  metrics.gauge({
    name: 'process_start_time_seconds',
    help: 'When this process started, in seconds since 1970',
    read: () => [{ value: Math.round(performance.timeOrigin / 1000) }],
  });
  metrics.gauge({
    name: 'agencyreel_build_info',
    help: 'Always 1; the version is a label',
    read: () => [{ labels: { version }, value: 1 }],
  });
  return {
    stop: () => {
      delay.disable();
    },
  };
}

/** Declares the connections to the database, by pool and state. */
export function watchPools(metrics: Metrics, pools: Readonly<Record<string, PoolCounts>>): void {
  metrics.gauge({
    name: 'agencyreel_pool_connections',
    help: 'Connections to the database, and requests that wait for one',
    read: () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'waiting' }, value: waitingCount },
      ]),
  });
}
