import assert from 'node:assert/strict';
import { test } from 'vitest';
import { littleText } from './little-text.ts';

for (const { text, want } of [
  { text: 'Plain words, 5 % & more!', want: 'Plain words, 5 % & more!' },
  { text: 'a (b) [c] {d} <e>', want: 'a \\(b\\) \\[c\\] \\{d\\} \\<e\\>' },
  { text: 'me@bakery.example | 2*3 _x_ ~5 \\', want: 'me\\@bakery.example \\| 2\\*3 \\_x\\_ \\~5 \\\\' },
  { text: '#bread and #Brötchen', want: '#bread and #Brötchen' },
  { text: 'C# is # not a#tag', want: 'C\\# is \\# not a\\#tag' },
  { text: '(#bread)', want: '\\(#bread\\)' },
]) {
  test(`${JSON.stringify(text)} becomes ${JSON.stringify(want)}`, () => assert.equal(littleText(text), want));
}
