import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { answers } from './testing-answers.ts';
import { until } from './testing-until.ts';
import { memoryFolder } from './testing.ts';

// No user looks by itself whether the server still runs.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

const dir = mkdtempSync(join(memoryFolder(), 'agencyreel-embedded-stop-'));
chmodSync(dir, 0o755);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dir, flags: ['-c', 'fsync=off'] });

test('the last user ends the server, even one that another user has started after a crash', async () => {
  const first = await start();
  process.kill(Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await until(async () => !(await answers(first.url)));
  const second = await start();
  assert.equal(second.adopted, false);
  await second.stop();
  assert.equal(await answers(first.url), true, 'the first one still uses it');
  await first.stop();
  assert.equal(await answers(first.url), false);
});
