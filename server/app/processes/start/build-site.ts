import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stampFile = join(root, 'dist', '.built-from');

/** The sources of the browser app. */
const sources = ['web', 'contract', 'rules', 'render', 'package-lock.json'];

/** A hash over every source of the browser app: names and contents, tests left out. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.')
      ? ['']
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
          .toSorted();
    for (const file of files) hash.update(`${source}${file}\0`).update(readFileSync(path + file));
  }
  return hash.digest('hex');
}

/**
 * Builds the browser app if its sources have changed since the last build. Throws an error of one line if the build
 * fails.
 */
export async function buildSiteIfStale({ say }: { say: (line: string) => void }): Promise<void> {
  const hash = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  say('Building the browser app (only after a change) …');
  await runVite();
  writeFileSync(stampFile, hash);
}

function runVite(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // A separate process: the bundler needs more memory than the whole server, and frees it when it ends.
  const child = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-8000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(output);
      reject(new Error('the browser app could not be built (see above)'));
    });
  });
}
