import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { handlers } from './app/processes/calls.ts';
import { loadConfig } from './base/settings/config.ts';
import type { Services } from './base/handlers.ts';
import { openHttp } from './app/processes/listener.ts';
import { type Metrics, openMetrics } from './base/metrics/index.ts';
import { ofBuild } from './app/processes/build.ts';
import { exposeMetrics } from './app/processes/metrics.ts';
import { openHostBrands } from './base/brand/index.ts';
import { removeStale } from './app/http/index.ts';
import { sayFirstOwner } from './people/operator/index.ts';
import { runProcess } from './app/processes/process.ts';
import { openManagedDatabase } from './app/processes/start/managed.ts';
import { whyNotListening } from './app/processes/start/port.ts';
import { openServices } from './app/processes/services.ts';

/** The folder of the built browser app. */
const builtSite = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * More concurrent statements than the machine can work on would only wait in the database instead of here: with 10
 * connections to the web server on 2 cores, 4 to the database gave half the latency of 10.
 */
const connections = Math.max(4, 2 * availableParallelism());

/**
 * A listening web server: its port, and `stop`, which tells proxies that it stops, answers the requests it has received
 * until then, and accepts no more.
 */
export type Web = { port: number; stop(): Promise<void> };

/**
 * Listens on the configured host and port, and serves the browser app in `siteDir`. Throws an Error of one line if
 * the port is in use or not permitted.
 */
export async function startWeb(
  services: Services,
  { logLevel, siteDir = builtSite, metrics }: { logLevel: string; siteDir?: string; metrics?: Metrics },
): Promise<Web> {
  const { host, port, drainSeconds } = services.config;
  const stopping = new AbortController();
  await removeStale(join(services.config.dataDir, 'tmp'), services.clock());
  const site = existsSync(join(siteDir, 'index.html')) ? siteDir : null;
  const hosts = await openHostBrands({ db: services.db, dataDir: services.config.dataDir });
  const app = await openHttp({
    services,
    handlers,
    siteDir: site,
    logLevel,
    hosts,
    stopping: stopping.signal,
    ...(metrics === undefined ? {} : { metrics }),
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    await hosts.close();
    throw new Error(whyNotListening(error, { host, port }), { cause: error });
  }
  app.log.info({ pid: process.pid, ...ofBuild }, 'web started');
  return {
    port: portOf(app.server) ?? port,
    stop: async () => {
      stopping.abort();
      await sleep(1000 * drainSeconds);
      // The server does not wait for an answer that takes longer than this: its browser sees a broken connection.
      const patience = setTimeout(() => {
        app.server.closeAllConnections();
      }, 10_000);
      await app.close();
      await hosts.close();
      clearTimeout(patience);
      app.log.info({}, 'web stopped');
    },
  };
}

const portOf = (server: Server): number | null => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
};

/**
 * `node server/web.ts`: the web server as a process of its own, beside any number of others. Needs DATABASE_URL and a
 * built app.
 */
if (import.meta.main) {
  await runProcess(async () => {
    const config = loadConfig();
    const databaseUrl = await openManagedDatabase(config);
    const { services, close } = await openServices(config, {
      databaseUrl,
      connections,
      name: 'agencyreel web',
    });
    await sayFirstOwner(services);
    const metrics = openMetrics();
    const web = await startWeb(services, { logLevel: config.logLevel ?? 'info', metrics });
    const pools = { web: services.db.pool };
    const closeMetrics = await exposeMetrics(metrics, { config, port: config.metrics.port, pools });
    return async () => {
      await closeMetrics();
      await web.stop();
      await close();
    };
  });
}
