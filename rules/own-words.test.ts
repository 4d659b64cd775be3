import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tidyOwnWords, wordsAt } from './own-words.ts';

const all = { title: 'Loaf', description: 'Fresh bread' };

test('a network without words of its own gets the general ones', () => {
  assert.deepEqual(wordsAt('twitter', all, undefined), all);
  assert.deepEqual(wordsAt('twitter', all, { title: '', description: '' }), all);
});

test('a network without titles gets only its own text if there is one', () => {
  assert.deepEqual(wordsAt('twitter', all, { title: '', description: 'Short' }), { title: '', description: 'Short' });
});

test('a network with titles takes title and text each from its own words if they are set', () => {
  assert.deepEqual(wordsAt('reddit', all, { title: 'TIL', description: '' }), {
    title: 'TIL',
    description: 'Fresh bread',
  });
  assert.deepEqual(wordsAt('wordpress', all, { title: '', description: 'Long' }), {
    title: 'Loaf',
    description: 'Long',
  });
});

test('equal own words are identical in any order', () => {
  const one = tidyOwnWords({ twitter: { title: '', description: 'A' }, reddit: { title: 'B', description: '' } });
  const other = tidyOwnWords({
    reddit: { description: '', title: 'B' },
    telegram: { title: '', description: '' },
    twitter: { description: 'A', title: '' },
  });
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});
