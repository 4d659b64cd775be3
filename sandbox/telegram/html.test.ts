import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseHtml } from './html.ts';

const errors: [source: string, error: string][] = [
  ['<p>x</p>', 'Unsupported start tag "p" at byte offset 0'],
  ['ü<br>', 'Unsupported start tag "br" at byte offset 2'],
  ['<b>x', 'Can\'t find end tag corresponding to start tag "b"'],
  ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
  ['x</b>', 'Unexpected end tag at byte offset 1'],
  ['1 < 2', 'Unclosed start tag at byte offset 2'],
  ['<span class="x">y</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
];
for (const [source, error] of errors) {
  test(`${source} cannot be parsed`, () => assert.deepEqual(parseHtml(source), { error }));
}

test('offsets count UTF-16 units and survive trimming', () => {
  assert.deepEqual(parseHtml('  🥐 <b>a<i>b</i></b> '), {
    text: '🥐 ab',
    entities: [
      { type: 'bold', offset: 3, length: 2 },
      { type: 'italic', offset: 4, length: 1 },
    ],
  });
});

test('references are decoded, unknown ones stay as typed', () => {
  assert.deepEqual(parseHtml('&lt;&#33;&#x41;&nbsp;&amp;'), { text: '<!A&nbsp;&', entities: [] });
});
