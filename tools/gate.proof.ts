import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'vitest';
import { projectDir } from './source-files.ts';

/** Runs `npm test` on one file with this text, and gives the exit code and what it prints. */
async function gateOn(source: string, { minutes = 10 } = {}): Promise<{ code: unknown; lines: string[] }> {
  const folder = `tools/planted-${crypto.randomUUID()}`;
  mkdirSync(projectDir + folder);
  try {
    writeFileSync(`${projectDir}${folder}/planted.test.ts`, `import { afterAll, test } from 'vitest';\n${source}`);
    const gate = spawn(process.execPath, ['tools/test.ts', folder], {
      cwd: projectDir,
      env: { ...process.env, TEST_LIMIT_MINUTES: String(minutes) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const closed: Promise<unknown[]> = once(gate, 'close');
    const output = await text(gate.stdout);
    const [code] = await closed;
    return { code, lines: output.replaceAll(folder, 'planted').trimEnd().split('\n') };
  } finally {
    rmSync(projectDir + folder, { recursive: true });
  }
}

for (const { mistake, source, named, why } of [
  {
    mistake: 'a failed assertion',
    source: "test('one is two', () => { if (1 < 2) throw new Error('it is not'); });",
    named: 'planted/planted.test.ts: one is two',
    why: 'Error: it is not',
  },
  {
    mistake: 'a file that throws when it is loaded',
    source: "throw new Error('not loaded');",
    named: 'planted/planted.test.ts: the file',
    why: 'Error: not loaded',
  },
  {
    mistake: 'a hook that fails after the tests',
    source: "test('passes', () => {}); afterAll(() => { throw new Error('not closed'); });",
    named: 'planted/planted.test.ts: the file',
    why: 'Error: not closed',
  },
  {
    mistake: 'a rejection that nothing handles',
    source: "test('passes', () => { void Promise.reject(new Error('left behind')); });",
    named: ': an error outside of the tests',
    why: 'Error: left behind',
  },
])
  test(`${mistake} fails the gate with a line that names it`, async () => {
    const { code, lines } = await gateOn(source);
    assert.equal(code, 1);
    assert.equal(lines[lines.indexOf(`failed: ${named}`) + 1], why);
    assert.match(lines.at(-1) ?? '', /^tests: [01] passed, 1 failed, 0 skipped$/);
  });

for (const { mistake, body, named } of [
  { mistake: 'a promise that never settles', body: 'new Promise(() => {})', named: 'hangs' },
  { mistake: 'a loop that never yields', body: '{ for (;;); }', named: 'the file' },
])
  test(`${mistake} is ended by the watchdog, which names it`, async () => {
    const { code, lines } = await gateOn(`test('hangs', () => ${body});`, { minutes: 0.5 });
    assert.equal(code, 1);
    assert.ok(lines.includes(`failed: planted/planted.test.ts: ${named}`), lines.join('\n'));
    assert.equal(lines.at(-1), 'tests: 0 passed, 1 failed, 0 skipped');
  });
