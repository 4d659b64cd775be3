import { hostname } from 'node:os';
import { openDatabase } from '#db/database.ts';
import { openNetworks } from '#networks/index.ts';
import { openSources } from '#sources/open.ts';
import type { Config } from '../../base/settings/config.ts';
import type { Services } from '../../base/handlers.ts';
import { openOwnSecrets } from '../../base/secrets/own-key.ts';
import { meteredNetworks } from '../../people/accounts/index.ts';
import { startTracing } from '../../base/tracing/index.ts';
import { openStorage } from '../../base/storage/open.ts';

/** The services of a process, and how to close them. */
export type OpenServices = { services: Services; close(): Promise<void> };

/**
 * The database, the maximum of connections, their name in PostgreSQL's lists, and how long a statement may take: by
 * default as long as a person waits.
 */
type Connections = { databaseUrl: string; connections: number; name: string; statementSeconds?: number };

/** How long a statement of a background job may take: it reads and writes whole agencies. */
export const jobStatementSeconds = 600;

const connect = ({ databaseUrl, connections, name, ...limits }: Connections): Services['db'] =>
  openDatabase(databaseUrl, { max: connections, applicationName: `${name} ${hostname()}`, ...limits });

/** The same services on connections of their own, for a part of the process that must not wait for those of another. */
export function onOwnConnections(services: Services, connections: Connections): OpenServices {
  const db = connect(connections);
  return { services: { ...services, db }, close: () => db.close() };
}

/** Opens database, storage, secrets and networks by the settings. `databaseUrl` is the managed or the embedded one. */
export async function openServices(config: Config, connections: Connections): Promise<OpenServices> {
  const traces = await startTracing(config);
  const db = connect(connections);
  const { networks, http, close } = openNetworks({
    ...config.addresses,
    facebookVersion: config.facebookVersion,
    linkedinVersion: config.linkedinVersion,
    twitterFields: config.twitterFields,
    redditClientId: config.apps.reddit?.clientId ?? '',
    allowPrivateHosts: config.allowPrivateHosts,
  });
  const services: Services = {
    config,
    db,
    storage: await openStorage(config),
    secrets: await openOwnSecrets(config, db),
    networks: meteredNetworks(networks, {
      db,
      clock: () => new Date(),
      limitMicros: config.twitterMonthlyLimit === null ? null : config.twitterMonthlyLimit * 1_000_000,
      onError: () => {}, // the meter is an estimate: no post and no reading fails by it
    }),
    sources: openSources({ http, remotes: config.sources }),
    http,
    clock: () => new Date(),
  };
  return {
    services,
    close: async () => {
      await close();
      await db.close();
      await traces.close();
    },
  };
}
