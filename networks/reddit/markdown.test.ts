import assert from 'node:assert/strict';
import { test } from 'vitest';
import { markdownOf, markdownWithin } from './markdown.ts';

for (const [text, markdown] of [
  ['Fresh bread, at six!', 'Fresh bread, at six!'],
  ['2 * 3 _ok_ ~no~ [a] `b` x^2 <c> | \\', '2 \\* 3 \\_ok\\_ \\~no\\~ \\[a\\] \\`b\\` x\\^2 \\<c\\> \\| \\\\'],
  ['see https://example.org/a_b?c=*d now_', 'see https://example.org/a_b?c=*d now\\_'],
  ['# one\n- two\n1. three\n> four', '\\# one  \n\\- two  \n1\\. three  \n\\> four'],
  ['    no code\r\n\r\n\r\nnext', 'no code\n\n\nnext'],
  ['a\nb\n\nc', 'a  \nb\n\nc'],
  ['', ''],
] as const) {
  test(`${JSON.stringify(text)} becomes ${JSON.stringify(markdown)}`, () => assert.equal(markdownOf(text), markdown));
}

test('a text that grows by its escapes is cut so that it fits', () => {
  const cut = (text: string, limit: number): string => text.slice(0, limit);
  const markdown = markdownWithin('*'.repeat(1000), { limit: 1000, cut });
  assert.ok(markdown.length <= 1000 && markdown.length > 800, String(markdown.length));
  assert.equal(markdownWithin('plain', { limit: 1000, cut }), 'plain');
});
