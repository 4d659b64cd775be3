/**
 * Debian's WordPress, PHP and MariaDB, unpacked into a local folder. It installs nothing, starts no service and needs
 * no root.
 */

import { execFile } from 'node:child_process';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const wanted = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'php-cli',
  'php-mysql',
  'php-xml',
  'php-mbstring',
  'php-gd',
  'mariadb-server-core',
  'mariadb-client-core',
];
/** Dependencies for public hosting that a test does not need: web servers and their modules. */
const unwanted = /^(apache2|libapache2|libapr|liblua|libjs-)/;
const quick = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];

/**
 * The folder with an unpacked `usr/`, or why it is not available. Takes at most `timeoutMs`; the second call finds it
 * there.
 */
export async function unpackWordpress({
  folder,
  timeoutMs,
}: {
  folder: string;
  timeoutMs: number;
}): Promise<{ root: string } | { skipped: string }> {
  const root = join(folder, 'root');
  if (await exists(join(root, 'usr/share/wordpress/wp-load.php'))) return { root };
  const options = {
    timeout: timeoutMs,
    maxBuffer: 10_000_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  };
  const work = join(folder, `work-${process.pid}`);
  const [debs, half] = [join(work, 'debs'), join(work, 'root')];
  try {
    await Promise.all([debs, half].map((path) => mkdir(path, { recursive: true })));
    const names = await missingPackages(options);
    await run('apt-get', [...quick, 'download', ...names], { ...options, cwd: debs });
    for (const file of await readdir(debs)) await run('dpkg', ['-x', join(debs, file), half], options);
    if (!(await exists(join(half, 'usr/share/wordpress/wp-load.php'))))
      return { skipped: 'a WordPress is installed on this machine in a way we do not know' };
    await rename(half, root);
    return { root };
  } catch (error) {
    return { skipped: `Debian's packages cannot be had here: ${firstLine(error)}` };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * The packages this machine lacks. On a machine that has them all, all of them, because unpacking them again is
 * harmless.
 */
async function missingPackages(options: {
  timeout: number;
  maxBuffer: number;
  env: NodeJS.ProcessEnv;
}): Promise<string[]> {
  const simulate = () => run('apt-get', ['install', '-s', '--no-install-recommends', ...wanted], options);
  const { stdout } = await simulate().catch(async (error: unknown) => {
    // A new container has no package lists yet; only root may download them.
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', [...quick, 'update'], options);
    return simulate();
  });
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !unwanted.test(name));
  return names.includes('wordpress') ? names : [...wanted, 'php-common'];
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function firstLine(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const text =
    'stderr' in error && typeof error.stderr === 'string' && error.stderr !== ''
      ? error.stderr
      : 'message' in error
        ? String(error.message)
        : '';
  return text.split('\n').find((line) => line.startsWith('E:')) ?? text.split('\n')[0] ?? '';
}
