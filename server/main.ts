/** `npm start`: database, browser app, sandbox, web and worker, all from one process and its children. */
import './app/processes/start/small-heap.ts';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { environmentWithFile, loadConfig, type Config } from './base/settings/config.ts';
import type { Services } from './base/handlers.ts';
import { openLog } from './app/http/index.ts';
import { createFirstOwner, markOwnerNotified, type FirstOwner } from './people/operator/index.ts';
import { oneLine, runProcess, type Stop } from './app/processes/process.ts';
import { onOwnConnections, openServices } from './app/processes/services.ts';
import { holdDataDir } from './app/processes/start/hold.ts';
import { watchParents } from './app/processes/start/orphan.ts';
import { startWeb, whyNotListening } from './web.ts';
import { startWorker } from './worker.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Running services, stopped in the reverse order of their start. */
class Running {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) {
      // A failed stop must not keep the others running.
      await stop().catch((error: unknown) => {
        process.stderr.write(`AgencyReel: ${oneLine(error)}\n`);
      });
    }
  }
}

async function start(running: Running): Promise<void> {
  const given = loadConfig();
  openDataDir(given.dataDir);
  await refuseTakenPort(given);
  const databaseUrl = await openDatabase(given, running);
  const [{ config, wordpressUrl }] = await all([openSandbox(given, running), buildSite()]);

  const { services, close } = await openServices(config, { databaseUrl, connections: 8, name: 'agencyreel' });
  running.add(close);
  // Connections of its own, so that posts never wait for one behind web requests.
  const own = onOwnConnections(services, { databaseUrl, connections: 8, name: 'agencyreel worker' });
  running.add(own.close);
  const owner = await createFirstOwner(services.db, config);
  // An evaluation gets sample data; an operator's own database means that this is not an evaluation.
  if (owner !== null && !owner.hasSample && wordpressUrl !== null && config.databaseUrl === null)
    await makeSample(services, { owner, wordpressUrl, given });
  const worker = await startWorker(own.services, openLog(config.logLevel ?? 'warn'));
  running.add(() => worker.stop());
  const web = await startWeb(services, { logLevel: config.logLevel ?? 'warn' });
  running.add(() => web.stop());

  say(`\nAgencyReel is ready: ${config.publicUrl}`);
  if (config.sandboxUrl !== null) say(`What it posts and mails: ${config.publicUrl}/sandbox`);
  if (owner !== null)
    say(
      `\nSign in as:  ${owner.email}\nPassword:    ` +
        `${owner.password ?? 'as set in OWNER_PASSWORD'}${owner.password === null ? '' : '   (shown only this once)'}`,
    );
  say('\nCtrl-C stops it.');
  if (owner !== null) await markOwnerNotified(services.db, owner);
}

async function makeSample(
  services: Services,
  { owner, wordpressUrl, given }: { owner: FirstOwner; wordpressUrl: string; given: Config },
): Promise<void> {
  const [{ makeSampleData }, { elsewhere }] = await Promise.all([
    import('./app/sample/index.ts'),
    import('./app/processes/start/sandbox-child.ts'),
  ]);
  const notOurs = elsewhere(given.addresses);
  await makeSampleData(services, {
    agencyId: owner.agencyId,
    ownerId: owner.id,
    sandbox: { wordpressUrl },
    leftOut: notOurs.map(({ network }) => network),
  });
  for (const { network, setting } of notOurs)
    say(`${setting} is set, so ${network} is not the sandbox: the sample leaves it out.`);
}

/** Waits for all of them even if one fails, so that nothing starts after the others have been stopped. */
async function all<T extends readonly [Promise<unknown>, ...Promise<unknown>[]]>(promises: T) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function openDataDir(dataDir: string): void {
  try {
    // NOTE with `recursive` Node retries forever if a file system allows no folders (seen on /proc).
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: !existsSync(dirname(dataDir)) });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`cannot write to DATA_DIR ${dataDir}: ${oneLine(error)}`, { cause: error });
  }
}

/** Tries the port before starting anything that would have to be stopped again. */
async function refuseTakenPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw new Error(whyNotListening(error, { host, port }), { cause: error });
  }
  probe.close();
  await once(probe, 'close');
}

/**
 * The managed database if one is set, otherwise the embedded one; migrated. Of several starts on one data directory
 * only the first gets it.
 */
async function openDatabase({ databaseUrl, dataDir }: Config, running: Running): Promise<string> {
  if (databaseUrl !== null) {
    await migrate(databaseUrl).catch((error: unknown) => {
      throw new Error(`the database at DATABASE_URL cannot be used: ${oneLine(error)}`, { cause: error });
    });
    return databaseUrl;
  }
  const hold = holdDataDir(dataDir);
  if (hold === null)
    throw new Error(`AgencyReel already runs on DATA_DIR ${dataDir}: stop it first, or set another DATA_DIR`);
  running.add(async () => {
    hold.release();
  });
  const embedded = await startEmbeddedPostgres({ dir: join(dataDir, 'database') });
  running.add(() => embedded.stop());
  await migrate(embedded.url);
  return embedded.url;
}

async function openSandbox(config: Config, running: Running): Promise<{ config: Config; wordpressUrl: string | null }> {
  if (!config.sandbox) return { config, wordpressUrl: null };
  const { startSandbox, withSandbox } = await import('./app/processes/start/sandbox-child.ts');
  const sandbox = await startSandbox(config);
  running.add(() => sandbox.stop());
  return { config: withSandbox(config, sandbox.addresses), wordpressUrl: sandbox.addresses.wordpressUrl };
}

async function buildSite(): Promise<void> {
  const { buildSiteIfStale } = await import('./app/processes/start/build-site.ts');
  await buildSiteIfStale({ say });
}

// Only under npm: when run by hand, the process may outlive its shell.
if (environmentWithFile().npm_lifecycle_event !== undefined)
  watchParents(() => {
    process.kill(process.pid, 'SIGTERM');
  });

await runProcess(async () => {
  const running = new Running();
  try {
    await start(running);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return () => running.stop();
});
