import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tidyOwnWords, usesFileName, wordsAt } from './own-words.ts';

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

test("a file's name is published only where a network demands a title and there are no words for one", () => {
  const named = { title: 'IMG 2041', title_from_file: true };
  const cases = [
    ['youtube', 'First words', ''],
    ['youtube', ' ', 'IMG 2041'],
    ['facebook', 'First words', ''],
    ['facebook', '', ''],
    ['reddit', '', 'IMG 2041'],
  ] as const;
  for (const [network, description, title] of cases) {
    assert.equal(wordsAt(network, { ...named, description }, null).title, title, `${network} '${description}'`);
    const said = usesFileName(network, { ...named, description, own_words: {} });
    assert.equal(said, title !== '', `the plan says so for ${network} '${description}'`);
  }
  assert.equal(wordsAt('facebook', { ...named, description: '', title_from_file: false }, null).title, 'IMG 2041');
  const own = { title: 'Own', description: '' };
  assert.equal(wordsAt('facebook', { ...named, description: 'Words' }, own).title, 'Own');
  assert.equal(usesFileName('youtube', { ...named, description: '', own_words: { youtube: own } }), false);
});
