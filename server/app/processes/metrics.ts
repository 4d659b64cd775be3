import { watchPools, watchProcess, type Metrics, type PoolCounts } from '../../base/metrics/index.ts';
import type { Config } from '../../base/settings/config.ts';
import { ofBuild } from './build.ts';
import { listenForMetrics } from '../http/index.ts';

/** A process with figures: its port for them (null: none), and its pools; the first one is asked for readiness. */
type Exposed = {
  config: Pick<Config, 'metrics'>;
  port: number | null;
  pools: Readonly<Record<string, PoolCounts & { query(text: string): Promise<unknown> }>>;
};

/**
 * Adds the figures of the process, and serves all at its port. Without a port and a token nobody can read them, so
 * nothing is measured. The result ends it.
 */
export async function exposeMetrics(
  metrics: Metrics,
  { config: { metrics: settings }, port, pools }: Exposed,
): Promise<() => Promise<void>> {
  if (port === null && settings.token === null) return async () => {};
  const measuring = watchProcess(metrics, ofBuild);
  watchPools(metrics, pools);
  const [pool] = Object.values(pools);
  const close =
    port === null
      ? async () => {}
      : await listenForMetrics({ ...settings, port, metrics, ask: async () => pool?.query('select 1') });
  return async () => {
    measuring.stop();
    await close();
  };
}
