import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tools/free-port.ts';
import { npmStart } from './npm-start.ts';
import { atMost, ms, type Figure } from './table.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/**
 * A fresh clone of the last commit, an empty npm cache, `npm start`: time until the log-in page answers. Needs the npm
 * registry.
 */
export async function measure(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'agencyreel-install-'));
  try {
    const folder = join(home, 'clone');
    execFileSync('git', ['clone', '--quiet', project, folder]);
    const started = await npmStart({
      folder,
      port: await freePort(),
      dataDir: join(home, 'data'),
      environment: { npm_config_cache: join(home, 'npm-cache') },
      patienceMs: 300_000,
    });
    await started.stop();
    return [atMost('from an empty npm cache to the first page', started.answeredMs, 120_000, ms)];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
