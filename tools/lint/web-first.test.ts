import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { projectDir } from '../source-files.ts';

const wrong = [
  `assert.equal(await page.getByRole('row').count(), 3);`,
  `assert.ok(await dialog.isVisible());`,
  `assert.deepEqual((await rows.allTextContents()).map((text) => text.trim()), ['One']);`,
  `assert.equal(await titleOf(page), 'One');`,
  `expect(await field.inputValue()).toBe('One');`,
  `const text = await field.textContent();\nassert.match(text ?? '', /One/);`,
  `const count = await rows.count();\nexpect(count).toBe(3);`,
];
const right = [
  `await expect(page.getByRole('row')).toHaveCount(3);`,
  `await expect.poll(() => titleOf(page)).toBe('One');`,
  `await expect.poll(async () => (await rows.allTextContents()).length).toBe(3);`,
  `const before = await rows.count();\nawait expect(rows).toHaveCount(before - 1);`,
  `const answer = await fetch(address);\nassert.equal(answer.status, 200);`,
];

test('a value that was read from the page once is not compared', () => {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-lint-'));
  try {
    const config = {
      jsPlugins: [join(projectDir, 'tools/lint/web-first.mjs')],
      categories: { correctness: 'off' },
      rules: { 'browser-tests/web-first': 'error' },
    };
    writeFileSync(join(dir, 'oxlintrc.json'), JSON.stringify(config));
    const names = [...wrong, ...right].map((text, index) => {
      writeFileSync(join(dir, `${index}.ts`), `${text}\nexport {};\n`);
      return `${index}.ts`;
    });
    const { stdout } = spawnSync(
      join(projectDir, 'node_modules/.bin/oxlint'),
      ['-c', 'oxlintrc.json', '--format=unix', '.'],
      { cwd: dir, encoding: 'utf8' },
    );
    const found = names.filter((name) => new RegExp(`^(\\./)?${name}:`, 'm').test(stdout));
    assert.deepEqual(found, names.slice(0, wrong.length));
  } finally {
    rmSync(dir, { recursive: true });
  }
});
