import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameOf } from './statement-names.ts';

test('a text has one name per prefix, and other texts have other names', () => {
  const name = nameOf('select 1', { prefix: 'q' });
  assert.match(name ?? '', /^q[0-9a-f]{20}$/);
  assert.equal(nameOf('select 1', { prefix: 'q' }), name);
  assert.equal(nameOf('select 1', { prefix: 't' }), name?.replace(/^q/, 't'));
  assert.notEqual(nameOf('select 2', { prefix: 'q' }), name);
});

test('only the first five hundred texts have names', () => {
  const names = Array.from({ length: 600 }, (_, index) => nameOf(`select ${index}`, { prefix: 'x' }));
  assert.equal(names.filter((name) => name !== undefined).length, 500);
  assert.equal(nameOf('select 0', { prefix: 'x' }), names[0]);
});
