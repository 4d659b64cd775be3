/** `npm start`: database, browser app, sandbox, web and worker, all from one process and its children. */
import './app/processes/start/small-heap.ts';
import { loadConfig, type Config } from './base/settings/config.ts';
import { environmentWithFile } from './base/settings/environment.ts';
import { openLog } from './app/http/index.ts';
import { openMetrics } from './base/metrics/index.ts';
import { exposeMetrics } from './app/processes/metrics.ts';
import { markOwnerNotified } from './people/operator/index.ts';
import { sayFfmpeg } from './base/media/index.ts';
import { runProcess } from './app/processes/process.ts';
import { isPublic } from './base/settings/sandbox-door.ts';
import { jobStatementSeconds, onOwnConnections, openServices } from './app/processes/services.ts';
import { openDataDir, openDatabase } from './app/processes/start/database.ts';
import { openFirstOwner, signInLines } from './app/processes/start/first-owner.ts';
import { watchParents } from './app/processes/start/orphan.ts';
import { refuseTakenPort } from './app/processes/start/port.ts';
import { Running } from './app/processes/start/running.ts';
import { startWeb } from './web.ts';
import { startWorker } from './worker.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function start(running: Running): Promise<void> {
  const given = loadConfig();
  openDataDir(given.dataDir);
  await refuseTakenPort(given);
  const [{ databaseUrl, config, wordpressUrl }] = await all([openData(given, running), buildSite()]);

  const { services, close } = await openServices(config, { databaseUrl, connections: 8, name: 'agencyreel' });
  running.add(close);
  // Connections of its own, so that posts never wait for one behind web requests.
  const own = onOwnConnections(services, {
    databaseUrl,
    connections: 8,
    name: 'agencyreel worker',
    statementSeconds: jobStatementSeconds,
  });
  running.add(own.close);
  const owner = await openFirstOwner(services, { given, wordpressUrl, say });
  const metrics = openMetrics();
  const worker = await startWorker(own.services, openLog(config.logLevel ?? 'warn'), { metrics });
  running.add(() => worker.stop());
  const web = await startWeb(services, { logLevel: config.logLevel ?? 'warn', metrics });
  running.add(() => web.stop());
  const pools = { web: services.db.pool, worker: own.services.db.pool };
  running.add(await exposeMetrics(metrics, { config, port: config.metrics.port, pools }));

  say(`\nAgencyReel is ready: ${config.publicUrl}`);
  say(await sayFfmpeg(config.ffmpegPath));
  if (config.sandboxUrl !== null) say(sandboxLine(config, given.smtpUrl === null));
  if (owner !== null) say(signInLines(owner));
  say('\nCtrl-C stops it.');
  if (owner !== null) await markOwnerNotified(services.db, owner);
}

/** Waits for all of them even if one fails, so that nothing starts after the others have been stopped. */
async function all<T extends readonly [Promise<unknown>, ...Promise<unknown>[]]>(promises: T) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** The sandbox follows the database, which refuses a data folder that another start uses. */
async function openData(config: Config, running: Running) {
  const databaseUrl = await openDatabase(config, running);
  return { databaseUrl, ...(await openSandbox(config, running)) };
}

async function openSandbox(config: Config, running: Running): Promise<{ config: Config; wordpressUrl: string | null }> {
  if (!config.sandbox) return { config, wordpressUrl: null };
  const { startSandbox, withSandbox } = await import('./app/processes/start/sandbox-child.ts');
  const sandbox = await startSandbox(config);
  running.add(() => sandbox.stop());
  return { config: withSandbox(config, sandbox.addresses), wordpressUrl: sandbox.addresses.wordpressUrl };
}

/** Where the sandbox shows what is posted and mailed, and at a public address who can see it. */
function sandboxLine(config: Config, takesMail: boolean): string {
  if (!isPublic(config)) return `What it posts and mails: ${config.publicUrl}/sandbox`;
  const shown = takesMail ? 'all posts and all mails, password links included,' : 'all posts';
  return `The sandbox is on at a public address and shows ${shown} to who has a link of: npm run admin -- sandbox-link`;
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
