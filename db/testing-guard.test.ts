import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { until } from './testing-until.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-guard-'));
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a module in a separate process, which is killed once it has printed something. */
async function killed(module: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', module], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('clean-up that was registered for the end of a process runs after a kill, unless it was cancelled', async () => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  await killed(`
    import { whenThisProcessEnds } from './testing-guard.ts';
    const spare = whenThisProcessEnds('touch "$1"', [${JSON.stringify(first)}]);
    whenThisProcessEnds('touch "$1"', [${JSON.stringify(second)}]);
    spare();
    setInterval(() => console.log('ready'), 1000);
    console.log('ready');`);
  await until(() => existsSync(second), { seconds: 60 });
  assert.deepEqual([existsSync(first), existsSync(second)], [false, true]);
});
