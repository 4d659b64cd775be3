/** The Chromium from npm, unpacked once per user of this checkout, with the libraries that a minimal system lacks. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const packageDir = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const cacheDir = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));

/** The browser's path and environment, in Playwright's format. */
export async function packedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')));
  const dir = join(cacheDir, `chromium-${version}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(dir)) await unpack(dir);
  const executablePath = join(dir, 'chromium');
  const given = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const runsAsItIs = spawnSync(executablePath, ['--version'], { timeout: 20_000 }).status === 0;
  // A system without a browser often lacks NSS; the package contains it.
  return { executablePath, env: runsAsItIs ? given : { ...given, LD_LIBRARY_PATH: join(dir, 'al2023', 'lib') } };
}

/**
 * Unpacks into a temporary folder and moves it into place in one step: another process may do the same at this moment.
 */
async function unpack(dir: string): Promise<void> {
  mkdirSync(cacheDir, { recursive: true });
  const fresh = mkdtempSync(join(cacheDir, 'chromium-'));
  const before = process.env['TMPDIR'];
  try {
    // The package unpacks into the system's temporary folder, where another user's copy may be in the way.
    process.env['TMPDIR'] = fresh;
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    await Promise.all([packed.executablePath(), inflate(join(packageDir, 'bin', 'al2023.tar.br'))]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  try {
    renameSync(fresh, dir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(dir)) throw error;
  }
}
