import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { programsFor } from './shared-process.ts';
import { projectDir } from './source-files.ts';
import { groupsOf } from './test-groups.ts';

const dir = mkdtempSync(join(tmpdir(), 'shared-process-'));
after(() => {
  rmSync(dir, { recursive: true });
});

/** Runs test files in one process; returns its report, and the whole output. */
async function runTogether(files: Readonly<Record<string, string>>): Promise<{ counted: string; output: string }> {
  const paths = Object.entries(files).map(([name, body]) => {
    const path = join(dir, name);
    writeFileSync(path, `import { after, beforeEach, test } from 'node:test';\n${body}`);
    return relative(projectDir, path);
  });
  const reporter = join(projectDir, 'tools/summary-reporter.ts');
  const child = spawn(
    process.execPath,
    ['--test', `--test-reporter=${reporter}`, '--test-reporter-destination=stdout', ...programsFor([paths], dir)],
    // Without node:test's variable; otherwise it would report to this run.
    { env: { ...process.env, NODE_TEST_CONTEXT: undefined }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const output = await text(child.stdout);
  return { counted: /^counted: (.*)$/m.exec(output)?.[1] ?? '', output };
}

test('the hooks of a file run only for its own tests, and end before the next file is loaded', async () => {
  const { counted, output } = await runTogether({
    'one.test.mjs': `globalThis.seen = []; beforeEach(() => seen.push('before')); after(() => seen.push('after'));
      test('of one', () => {});`,
    'other.test.mjs': `const loaded = seen.join(); test('of other', () => {
      if (loaded !== 'before,after' || seen.length > 2) throw new Error(seen.join()); });`,
  });
  assert.equal(counted, '2 passed, 0 failed, 0 skipped', output);
});

test('a failure names its own file, and the next file still runs', async () => {
  const { counted, output } = await runTogether({
    'fails.test.mjs': `test('fails', () => { throw new Error('sorry'); });`,
    'passes.test.mjs': `test('passes', () => {});`,
  });
  assert.equal(counted, '1 passed, 1 failed, 0 skipped', output);
  assert.match(output, /^failed: \{"file":"[^"]*fails\.test\.mjs","name":"fails"/m);
});

test('a file that cannot be loaded, and a hook that fails, count as failures', async () => {
  const { counted, output } = await runTogether({
    'broken.test.mjs': `throw new Error('cannot be loaded');`,
    'hook.test.mjs': `after(() => { throw new Error('cannot be closed'); }); test('passes', () => {});`,
  });
  assert.equal(counted, '1 passed, 2 failed, 0 skipped', output);
});

test('each file is in one group: the long ones first and alone, the others with those of their folder', () => {
  const sources = ['a.test.ts', 'b.test.ts'].map((path) => ({ path: `rules/${path}`, text: '' }));
  const tests = ['db/embedded.test.ts', ...sources.map(({ path }) => path), 'web/a.test.ts'];
  assert.deepEqual(groupsOf(tests, sources), [
    ['db/embedded.test.ts'],
    ['rules/a.test.ts', 'rules/b.test.ts'],
    ['web/a.test.ts'],
  ]);
});

test('a resource that a helper opens on import belongs to one file of a process', () => {
  const opens = `export const server = await aServer();`;
  const imports = `import { server } from './testing.ts';`;
  const groups = groupsOf(
    ['server/a.test.ts', 'server/b.test.ts'],
    [
      { path: 'server/testing.ts', text: opens },
      { path: 'server/a.test.ts', text: imports },
      { path: 'server/b.test.ts', text: imports },
    ],
  );
  assert.deepEqual(groups, [['server/a.test.ts'], ['server/b.test.ts']]);
});

test('a file that changes or measures its process has its own', () => {
  const texts = ['Object.assign(globalThis, {})', "mock.timers.enable({ apis: ['Date'] })", 'process.memoryUsage()'];
  const sources = texts.map((text, index) => ({ path: `web/${index}.test.ts`, text }));
  const paths = sources.map(({ path }) => path);
  assert.deepEqual(
    groupsOf(paths, sources),
    paths.map((path) => [path]),
  );
});
