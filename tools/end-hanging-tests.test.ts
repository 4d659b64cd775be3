import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const limit = fileURLToPath(new URL('end-hanging-tests.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hanging-'));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a test file whose tests have half a second each and `seconds` in all; returns its output. */
async function run(text: string, { seconds }: { seconds: number }): Promise<{ output: string; code: number | null }> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.test.mjs`);
  writeFileSync(path, `import { test } from 'node:test';\n${text}`);
  // Without node:test's variable; otherwise it would report to this run.
  const env = { ...process.env, TEST_FILE_LIMIT_SECONDS: String(seconds), NODE_TEST_CONTEXT: undefined };
  const child = spawn(
    process.execPath,
    ['--test', '--test-timeout=500', '--import', limit, '--test-reporter=spec', path],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const readable of [child.stdout, child.stderr])
    readable.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { output, code };
}

test('a test that waits forever is ended and named', async () => {
  const hanging = `test('hangs', () => new Promise(() => { setInterval(() => {}, 1000); }));`;
  // NOTE on a busy machine the test begins a second after the file.
  const { output, code } = await run(hanging, { seconds: 5 });
  assert.equal(code, 1);
  assert.match(output, /✖ hangs/);
  assert.match(output, /still wait after 5 s for: .*Timeout/);
});

test('a test that never yields is ended and its file named', async () => {
  const { output, code } = await run(`test('spins', () => { for (;;); });`, { seconds: 1 });
  assert.equal(code, 1);
  assert.match(output, /the tests of .*\.test\.mjs were ended after 1 s/);
});

test('tests that end in time are left alone', async () => {
  const { output, code } = await run(`test('is quick', () => {});`, { seconds: 60 });
  assert.equal(code, 0);
  assert.doesNotMatch(output, /ended after|still wait/);
});
