import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readLittleText } from './little-text.ts';

for (const [source, shown, cutAt] of [
  ['plain, with: marks! & more?', 'plain, with: marks! & more?', null],
  [
    '\\(round\\) \\[square\\] \\{curly\\} \\<angle\\> \\| \\@ \\# \\* \\_ \\~ \\\\',
    '(round) [square] {curly} <angle> | @ # * _ ~ \\',
    null,
  ],
  ['six (seven)', 'six', 4],
  ['a_b', 'a', 1],
  ['write to me@example.org', 'write to me', 11],
  ['#bread is {hashtag|\\#|good}', '#bread is #good', null],
  ['# bread', '', 0],
  ['by @[Emma Sunrise](urn:li:person:abc-1)!', 'by Emma Sunrise!', null],
] as const) {
  test(`${source} is displayed as ${shown}`, () => assert.deepEqual(readLittleText(source), { text: shown, cutAt }));
}
