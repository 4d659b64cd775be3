import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isFound } from './found-words.ts';

for (const [search, texts, expected] of [
  ['', ['Sunrise Bakery'], true],
  ['  ', ['Sunrise Bakery'], true],
  ['bak SUN', ['Sunrise Bakery'], true],
  ['mill', ['Sunrise Bakery'], false],
  ['sunrise mill', ['Sunrise Bakery'], false],
  ['sunrise anna@', ['Sunrise Bakery', 'anna@sunrise.test'], true],
] as const)
  test(`“${search}” ${expected ? 'is' : 'is not'} found in ${texts.join(' and ')}`, () => {
    assert.equal(isFound(search, ...texts), expected);
  });
