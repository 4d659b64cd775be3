/** Debian's Caddy with the product's own Caddyfile, on loopback. It installs nothing and needs no root. */

import { execFile, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const cacheFolder = fileURLToPath(new URL('../node_modules/.cache/real-caddy/', import.meta.url));
const caddyfile = fileURLToPath(new URL('../deploy/Caddyfile', import.meta.url));
const quick = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];

/** A running Caddy: its address, and the certificate of its own authority. */
export type RealCaddy = { httpPort: number; httpsPort: number; authority(): Promise<string>; stop(): Promise<void> };

/** The unpacked program, or why it is not available. Downloading the package (9 MB, once) takes at most `timeoutMs`. */
async function unpackCaddy(timeoutMs: number): Promise<{ program: string } | { skipped: string }> {
  const program = join(cacheFolder, 'root/usr/bin/caddy');
  if (await exists(program)) return { program };
  const options = { timeout: timeoutMs, maxBuffer: 10_000_000, env: { ...process.env, LC_ALL: 'C' } };
  const work = join(cacheFolder, `work-${process.pid}`);
  try {
    await mkdir(work, { recursive: true });
    await fetchPackage(work, options);
    const file = (await readdir(work)).find((name) => name.endsWith('.deb')) ?? '';
    await run('dpkg', ['-x', join(work, file), join(work, 'root')], options);
    await rename(join(work, 'root'), join(cacheFolder, 'root'));
    return { program };
  } catch (error) {
    // Another process may have unpacked it first.
    if (await exists(program)) return { program };
    return { skipped: `Debian's Caddy cannot be had here: ${firstLine(error)}` };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type RunOptions = { timeout: number; maxBuffer: number; env: NodeJS.ProcessEnv };

async function fetchPackage(cwd: string, options: RunOptions): Promise<void> {
  const download = () => run('apt-get', [...quick, 'download', 'caddy'], { ...options, cwd });
  await download().catch(async (error: unknown) => {
    // A new container has no package lists yet; only root may download them.
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', [...quick, 'update'], options);
    await download();
  });
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n').find((line) => line.startsWith('E:')) ?? error.message) : '';

/**
 * Starts Caddy in front of the servers at these ports, with certificates from its own authority; or says why that is
 * not possible here.
 */
export async function startRealCaddy(...ports: readonly number[]): Promise<RealCaddy | { skipped: string }> {
  const unpacked = await unpackCaddy(60_000);
  if ('skipped' in unpacked) return unpacked;
  const home = await mkdtemp(join(tmpdir(), 'real-caddy-'));
  const [httpPort, httpsPort, askPort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(unpacked.program, ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
      ASK_PORT: String(askPort),
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      CADDY_ADMIN: 'off',
      TLS_ISSUER: 'internal',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    child.kill('SIGTERM');
    await Promise.race([ended, wait(5_000, undefined, { ref: false }).then(kill)]);
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  const until = Date.now() + 20_000;
  while (!/serving initial configuration/.test(said)) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`Caddy did not start: ${said.slice(-2_000)}`);
    }
    await wait(50);
  }
  const root = join(home, 'data/caddy/pki/authorities/local/root.crt');
  return { httpPort, httpsPort, authority: () => readFile(root, 'utf8'), stop };
}
