/**
 * The folder of an embedded database: `cluster` (PostgreSQL's data), `settings.json` (port, passwords), `postgres.log`.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { canReach, nativeDir, program, reachableNative, userFor, type RunAs } from './embedded-binaries.ts';
import { textOf } from './text-of.ts';

/** The settings kept between starts; the passwords keep out other users of the machine. */
export type Settings = { port: number; adminPassword: string; password: string };

/** An initialised cluster and how to run PostgreSQL on it. */
export type Cluster = {
  dir: string;
  clusterDir: string;
  logFile: string;
  user: RunAs;
  postgres: string;
  /** The value of the option `-D`. */
  dataArgument: string;
  settings: Settings;
};

const throughWorkingDirectory = '/proc/self/cwd';

/**
 * Opens the cluster in `dir`, creating it on the first start. Throws one clear Error if the folder or the programs are
 * unusable.
 */
export async function openCluster(dirIn: string, port: number | undefined): Promise<Cluster> {
  const dir = makeFolder(resolve(dirIn));
  const clusterDir = join(dir, 'cluster');
  const user = userFor(clusterDir);
  const native = reachableNative(nativeDir(), user);
  const settingsFile = join(dir, 'settings.json');
  if (!existsSync(settingsFile)) {
    const settings = {
      port: port ?? (await freePort()),
      adminPassword: randomBytes(24).toString('hex'),
      password: randomBytes(24).toString('hex'),
    };
    writeSettings(dir, settings);
  }
  const settings = readSettings(settingsFile);
  if (port !== undefined) settings.port = port;
  if (!existsSync(clusterDir)) initialise({ dir, clusterDir, native, user, settings });
  return {
    dir,
    clusterDir,
    user,
    settings,
    logFile: join(dir, 'postgres.log'),
    postgres: program(native, 'postgres'),
    dataArgument: dataArgument(clusterDir, user),
  };
}

/** Stores another port for the next starts. */
export async function moveToFreePort(cluster: Cluster): Promise<void> {
  cluster.settings.port = await freePort();
  writeSettings(cluster.dir, cluster.settings);
}

function makeFolder(dir: string): string {
  try {
    mkdirSync(dir, { recursive: true });
    const probe = join(dir, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(dir);
  } catch (error) {
    throw new Error(`cannot write to the database folder ${dir}: ${reasonOf(error)}`);
  }
}

function writeSettings(dir: string, settings: Settings): void {
  const unfinished = join(dir, 'settings.unfinished');
  writeFileSync(unfinished, JSON.stringify(settings), { mode: 0o600 });
  renameSync(unfinished, join(dir, 'settings.json'));
}

function readSettings(file: string): Settings {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('port' in parsed) || typeof parsed.port !== 'number')
      throw new Error('expected a number under "port"');
    return { port: parsed.port, adminPassword: textOf(parsed, 'adminPassword'), password: textOf(parsed, 'password') };
  } catch (error) {
    throw new Error(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

/**
 * Runs initdb in a temporary folder and renames that when it is complete, so that a killed first start leaves no
 * partial cluster.
 */
function initialise({
  dir,
  clusterDir,
  native,
  user,
  settings,
}: {
  dir: string;
  clusterDir: string;
  native: string;
  user: RunAs;
  settings: Settings;
}): void {
  const unfinished = join(dir, 'cluster.unfinished');
  const passwordFile = join(unfinished, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'cluster'), { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, settings.adminPassword, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [unfinished, join(unfinished, 'cluster'), passwordFile]) chownSync(path, user.uid, user.gid);
  }
  const cwd = join(unfinished, 'cluster');
  const { status, error, stderr } = spawnSync(
    program(native, 'initdb'),
    [
      '-D',
      dataArgument(cwd, user),
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      '../password',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ],
    { ...user, cwd, encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(`cannot make a database in ${dir}: ${error?.message ?? stderr.trim().replaceAll('\n', '; ')}`);
  renameSync(join(unfinished, 'cluster'), clusterDir);
  rmSync(unfinished, { recursive: true, force: true });
}

/**
 * The folder as PostgreSQL can reach it. Node changes to the working directory before it gives up root, so Linux
 * resolves it even below folders of mode 0700 that the unprivileged user may not pass.
 */
function dataArgument(clusterDir: string, user: RunAs): string {
  if (canReach(clusterDir, user)) return clusterDir;
  if (process.platform === 'linux') return throughWorkingDirectory;
  throw new Error(
    `user ${user.uid} cannot reach ${clusterDir}: set DATA_DIR to a folder that others may pass, or start as an ` +
      'ordinary user',
  );
}

const ports = { from: 20_000, count: 12_000, tries: 50 };

/**
 * A TCP port of 127.0.0.1 on which no process listens now, below those that systems assign to outgoing connections
 * (from 32,768 or 49,152 on): a connection that got the port while the server is down would keep it from starting
 * again.
 */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < ports.tries; tries += 1) {
    const port = ports.from + Math.floor(Math.random() * ports.count);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
