import assert from 'node:assert/strict';
import { test } from 'vitest';
import { storableJson, storableLink, storableText, storableTexts } from './storable.ts';

test('a storable text keeps its words and loses characters that PostgreSQL refuses', () => {
  assert.equal(storableText('a\0b 🦊 \ud800'), 'ab 🦊 \ufffd');
  assert.equal(storableText('x'.repeat(3_000_000)).length, 2000);
  assert.deepEqual(storableTexts({ 'a\0': '\0' }), { a: '' });
  assert.equal(storableJson({ list: ['\0', 1, null] }), '{"list":["",1,null]}');
});

for (const [address, link] of [
  ['https://example.test/a?b#c', 'https://example.test/a?b#c'],
  ['http://127.0.0.1:8/x', 'http://127.0.0.1:8/x'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
  ['', null],
  [null, null],
] as const) {
  test(`${address ?? 'a missing address'} is ${link === null ? 'not stored as a link' : 'stored as a link'}`, () =>
    assert.equal(storableLink(address), link));
}
