import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allowedGrowth, growthOf } from './growth.ts';
import { readers } from './outside-texts.ts';

/** Texts that once held up an installation for seconds; growth.proof.ts generates the rest for every function. */
const worst: Readonly<Record<string, (pieces: number) => string>> = {
  plainTextOf: (pieces) => `${'<ul>'.repeat(pieces)}<li>x`,
  'textsIn fences': (pieces) => `\`\`\`${' '.repeat(pieces)}${'x'.repeat(pieces)}`,
  misreadIn: (pieces) => '1,'.repeat(pieces),
  spokenText: (pieces) => '1% '.repeat(pieces),
  readPage: (pieces) => '<a '.repeat(pieces),
  newestIn: (pieces) => '<updated>2026-11-27</updated>'.repeat(pieces),
  htmlOf: (pieces) => '_*a'.repeat(pieces),
  cleanFormatted: (pieces) => '<b>'.repeat(490) + '</i>'.repeat(pieces),
  withoutNames: (pieces) => 'x'.repeat(pieces),
  isNestedTooDeep: (pieces) => '"['.repeat(pieces),
};

for (const [name, textOf] of Object.entries(worst))
  test(`twice the worst text takes ${name} about twice as long`, () => {
    const run = readers.find((each) => each.name === name)?.run;
    assert.ok(run);
    const growth = growthOf({ run, textOf });
    assert.ok(growth === null || growth <= allowedGrowth, `${growth} times`);
  });
