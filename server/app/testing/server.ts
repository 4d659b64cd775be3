/** A whole server for a test: real database, real HTTP, a clock that tests set; and people to call it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { whenDone } from '#db/testing-ends.ts';
import { testDatabase } from '#db/testing.ts';
import type { Networks } from '#networks/network.ts';
import { openHttp as openOutbound } from '#outbound/request.ts';
import { openSources, type Sources } from '#sources/open.ts';
import { handlers as allHandlers } from '../processes/calls.ts';
import type { HostBrands } from '../../base/brand/index.ts';
import { parseConfig, type Config } from '../../base/settings/config.ts';
import type { Handlers, Services } from '../../base/handlers.ts';
import { openHttp } from '../processes/listener.ts';
import type { CallLimits } from '../http/call-state.ts';
import { openSecrets } from '../../base/secrets/secrets.ts';
import { openStorage } from '../../base/storage/open.ts';
import { callsTo, type TestCalls } from './calls.ts';
import { aPerson, type TestPerson } from './people.ts';

export type { TestReply } from './calls.ts';
export { aClient, aMember, anotherAgency, anOwner, aPerson, type TestPerson } from './people.ts';

/** A running server with an owner in an agency of its own. */
export type TestServer = TestCalls & {
  url: string;
  services: Services;
  db: Database;
  owner: TestPerson;
  /** Every line of the log, from level 'debug' on. */
  log: string[];
};

type Options = {
  networks?: Networks;
  /** The sources; by default those of the configuration. */
  sources?: Sources;
  clock?: () => Date;
  config?: Partial<Config>;
  handlers?: Partial<Handlers>;
  limits?: CallLimits;
  siteDir?: string;
  /** The brands of customers' hosts; none by default. */
  hosts?: HostBrands;
};

/**
 * Starts a server on a free port of loopback, with replies checked against the contract. It ends with the test or file
 * that started it: call it at the top of a file or inside a test, never in a `before`, which would end it at once.
 */
export async function aServer(options: Options = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-server-'));
  const db = await testDatabase();
  // No test sends a request to the real map.
  const settings = { PORT: '0', CHECK_REPLIES: 'on', SANDBOX: 'off', OPENSTREETMAP: 'off', PUBLIC_IP: '203.0.113.7' };
  const config: Config = { ...parseConfig({ RENDER_PRIORITY: '0', ...settings }, dir), ...options.config };
  const outbound = openOutbound({ allowPrivateHosts: config.allowPrivateHosts });
  const services: Services = {
    config,
    db,
    storage: await openStorage(config),
    secrets: openSecrets(randomBytes(32)),
    networks: options.networks ?? {},
    sources: options.sources ?? openSources({ http: outbound, remotes: config.sources }),
    http: outbound,
    clock: options.clock ?? (() => new Date()),
  };
  const log: string[] = [];
  const app = await openHttp({
    services,
    handlers: options.handlers ?? allHandlers,
    siteDir: options.siteDir ?? null,
    ...(options.hosts === undefined ? {} : { hosts: options.hosts }),
    logLevel: 'debug',
    logStream: {
      write: (line) => {
        log.push(line);
      },
    },
    limits: options.limits ?? { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6, intakeBytesPerSecond: 1e9 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  whenDone(async () => {
    await app.close();
    await outbound.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const owner = await aPerson(db, { role: 'owner' });
  return { ...callsTo(url, owner), url, services, db, owner, log };
}
