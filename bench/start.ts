import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tools/free-port.ts';
import { memoryOfTree, npmStart } from './npm-start.ts';
import { atMost, bytes, ms, reported, type Figure } from './table.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const idleSeconds = 60;

/**
 * Two starts of `npm start` on one data directory: time to the page, time to stop, and the memory of everything after a
 * minute of idling.
 */
export async function measure(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-start-'));
  const port = await freePort();
  try {
    const first = await npmStart({ folder, port, dataDir });
    await sleep(5000);
    await first.stop();
    const second = await npmStart({ folder, port, dataDir });
    await sleep(idleSeconds * 1000);
    const idle = memoryOfTree(second.pid);
    const stopping = performance.now();
    await second.stop();
    return [
      reported('first start of an empty data directory, until the page answers', ms(first.answeredMs)),
      atMost('npm start after the first, until the page answers', second.answeredMs, 3000, ms),
      atMost(
        `memory of all processes (npm, web and worker, sandbox, PostgreSQL; PSS) after ${idleSeconds} s`,
        idle,
        300_000_000,
        bytes,
      ),
      reported('Ctrl-C until all have ended', ms(performance.now() - stopping)),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
