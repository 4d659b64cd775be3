/** A real WordPress on loopback, built from Debian's packages and removed completely when it is stopped. */

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from './free-port.ts';
import { unpackWordpress } from './real-wordpress-packages.ts';

const run = promisify(execFile);
const cacheFolder = fileURLToPath(new URL('../node_modules/.cache/real-wordpress/', import.meta.url));
const setupFile = fileURLToPath(new URL('real-wordpress-setup.php', import.meta.url));

const postsShape = z.array(
  z.object({
    id: z.number(),
    status: z.string(),
    slug: z.string(),
    link: z.string(),
    title: z.object({ raw: z.string() }),
    content: z.object({ raw: z.string(), rendered: z.string() }),
  }),
);
/** The site's posts as its own REST API lists them, newest first, including drafts. */
export type RealPost = { id: string; status: string; slug: string; link: string; title: string; html: string };

/** A running site. `password` signs in through XML-RPC, `applicationPassword` also through REST. */
export type RealWordpress = {
  url: string;
  username: string;
  password: string;
  applicationPassword: string;
  posts(): Promise<RealPost[]>;
  /** Runs a PHP file on the command line with the site's folder and `args`; returns its output. */
  runPhp(file: string, args: readonly string[]): Promise<string>;
  /** PHP's complaints so far, without deprecations and without the message that WordPress.org is unreachable. */
  complaints(): Promise<string[]>;
  stop(): Promise<void>;
};

/**
 * Starts its own site, or says why that is not possible here. Downloading the packages (25 MB, once) takes at most 90
 * seconds.
 */
export async function startRealWordpress(): Promise<RealWordpress | { skipped: string }> {
  const unpacked = await unpackWordpress({ folder: cacheFolder, timeoutMs: 90_000 });
  if ('skipped' in unpacked) return unpacked;
  const { root } = unpacked;
  const home = await mkdtemp(join(tmpdir(), 'real-wordpress-'));
  const processes: ChildProcess[] = [];
  // Leaves no server behind if the caller forgets to stop it, or is itself stopped.
  const killAll = (): void => processes.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', killAll);
  const stop = async (): Promise<void> => {
    process.off('exit', killAll);
    await Promise.all(processes.map(end));
    await rm(home, { recursive: true, force: true });
  };
  try {
    const environment = { ...process.env, LD_LIBRARY_PATH: await libraryPath(root) };
    const socket = await startDatabase({ root, home, environment, processes });
    const url = `http://127.0.0.1:${await freePort()}`;
    const site = await makeSite({ root, home, socket, url });
    const php = [join(root, 'usr/bin/php8.2'), ...(await phpOptions(root))] as const;
    const password = randomBytes(12).toString('base64url');
    const { stdout } = await run(php[0], [...php.slice(1), setupFile, site, password], {
      env: environment,
      timeout: 60_000,
    });
    const { applicationPassword } = z
      .object({ applicationPassword: z.string() })
      .parse(JSON.parse(/^READY (.*)$/m.exec(stdout)?.[1] ?? '{}'));
    processes.push(
      spawn(php[0], [...php.slice(1), '-S', new URL(url).host, '-t', site], { env: environment, stdio: 'ignore' }),
    );
    await until(async () => (await fetch(`${url}/wp-json/`)).ok);
    return {
      url,
      username: 'editor',
      password,
      applicationPassword,
      posts: () => listPosts(url, applicationPassword),
      runPhp: async (file, args) => {
        const ran = await run(php[0], [...php.slice(1), file, site, ...args], { env: environment, timeout: 60_000 });
        return ran.stdout;
      },
      complaints: () => complaintsIn(join(home, 'php.log')),
      stop,
    };
  } catch (error) {
    await stop();
    return {
      skipped:
        'the unpacked WordPress does not start: ' +
        `${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}`,
    };
  }
}

async function startDatabase({
  root,
  home,
  environment,
  processes,
}: {
  root: string;
  home: string;
  environment: NodeJS.ProcessEnv;
  processes: ChildProcess[];
}): Promise<string> {
  const [data, socket] = [join(home, 'database'), join(home, 'db.sock')];
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  await run(
    join(root, 'usr/bin/mariadb-install-db'),
    [...common, `--basedir=${join(root, 'usr')}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    {
      env: environment,
      timeout: 60_000,
    },
  );
  const options = [
    `--socket=${socket}`,
    '--skip-networking',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=32M',
    `--lc-messages-dir=${join(root, 'usr/share/mysql')}`,
    `--plugin-dir=${join(root, 'usr/lib/mysql/plugin')}`,
    `--pid-file=${join(home, 'db.pid')}`,
  ];
  processes.push(
    spawn(join(root, 'usr/sbin/mariadbd'), [...common, ...options], { env: environment, stdio: 'ignore' }),
  );
  const client = join(root, 'usr/bin/mariadb');
  await until(() =>
    run(client, ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', 'create database if not exists wordpress'], {
      env: environment,
      timeout: 5_000,
    }).then(() => true),
  );
  return socket;
}

/**
 * Copies WordPress and writes its configuration: local, without outgoing requests, with addresses that contain the
 * port.
 */
async function makeSite({
  root,
  home,
  socket,
  url,
}: {
  root: string;
  home: string;
  socket: string;
  url: string;
}): Promise<string> {
  const site = join(home, 'site');
  await cp(join(root, 'usr/share/wordpress'), site, {
    recursive: true,
    dereference: true,
    filter: (path) => !/\.htaccess$|ca-bundle\.crt$|\/js\/(crop|underscore)/.test(path),
  });
  await mkdir(join(site, 'wp-content/uploads'), { recursive: true });
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: url,
    WP_SITEURL: url,
    WP_ENVIRONMENT_TYPE: 'local',
    WP_DEBUG_LOG: join(home, 'php.log'),
    WP_CONTENT_DIR: join(site, 'wp-content'),
    AUTH_KEY: randomBytes(30).toString('hex'),
    SECURE_AUTH_KEY: randomBytes(30).toString('hex'),
    LOGGED_IN_KEY: randomBytes(30).toString('hex'),
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', '${value}');`);
  await writeFile(
    join(site, 'wp-config.php'),
    `<?php
${lines.join('\n')}
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('FS_METHOD', 'direct');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`,
  );
  return site;
}

/** Extensions in dependency order; those that are built in or missing are left out. */
async function phpOptions(root: string): Promise<string[]> {
  const base = join(root, 'usr/lib/php');
  const versions = (await readdir(base)).filter((name) => /^\d{8}$/.test(name));
  const folder = join(base, versions[0] ?? '');
  const there = new Set(await readdir(folder));
  const extensions = [
    'ctype',
    'iconv',
    'tokenizer',
    'posix',
    'mbstring',
    'fileinfo',
    'exif',
    'gd',
    'xml',
    'dom',
    'simplexml',
    'xmlreader',
    'xmlwriter',
    'mysqlnd',
    'mysqli',
  ];
  const compileOnce = there.has('opcache.so')
    ? ['-d', `zend_extension=${join(folder, 'opcache.so')}`, '-d', 'opcache.enable_cli=1']
    : [];
  return [
    '-n',
    ...compileOnce,
    '-d',
    `extension_dir=${folder}`,
    ...extensions.filter((name) => there.has(`${name}.so`)).flatMap((name) => ['-d', `extension=${name}`]),
    '-d',
    'upload_max_filesize=64M',
    '-d',
    'post_max_size=64M',
    '-d',
    'memory_limit=256M',
    '-d',
    'display_errors=0',
    '-d',
    'sendmail_path=/bin/true',
  ];
}

async function libraryPath(root: string): Promise<string> {
  const base = join(root, 'usr/lib');
  const folders = (await readdir(base)).filter((name) => name.endsWith('-linux-gnu'));
  return folders.map((name) => join(base, name)).join(':');
}

async function complaintsIn(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => /PHP (?!Deprecated)/.test(line) && !line.includes('WordPress.org'));
}

async function listPosts(url: string, applicationPassword: string): Promise<RealPost[]> {
  const authorization = `Basic ${Buffer.from(`editor:${applicationPassword}`).toString('base64')}`;
  const answer = await fetch(`${url}/wp-json/wp/v2/posts?status=any&context=edit&per_page=100`, {
    headers: { authorization },
  });
  return postsShape.parse(await answer.json()).map(({ id, status, slug, link, title, content }) => ({
    id: String(id),
    status,
    slug,
    link,
    title: title.raw,
    html: content.raw,
  }));
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    // A server that is not up yet fails in many ways; the deadline tells a slow start from a broken one.
    const ready = await isReady().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return false;
    });
    if (ready) return;
    if (Date.now() > deadline) throw new Error('it did not answer within 30 seconds');
    await wait(100);
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once('exit', () => ended());
    child.kill('SIGTERM');
  });
}
