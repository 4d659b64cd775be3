import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { projectDir } from '../source-files.ts';
import { acts } from './acts.ts';
import { parseTexts } from './texts.ts';

const given = (name = 'tour'): unknown =>
  JSON.parse(readFileSync(`${projectDir}catalog/films/${name}/texts.json`, 'utf8'));

test('the tour has words for every act, and so have the tutorials together, in playing order', () => {
  const keysOf = (name: string): string[] => parseTexts(given(name)).acts.map(({ key }) => key);
  assert.deepEqual(keysOf('tour'), Object.keys(acts));
  assert.deepEqual(['connect-accounts', 'plan-posts', 'follow-posts'].flatMap(keysOf), Object.keys(acts));
});

test('a caption without words, or without a description of the picture, is refused', () => {
  const texts = parseTexts(given());
  const [first] = texts.acts;
  for (const broken of [{ says: '', seen: 'x' }, { says: 'x' }]) {
    assert.throws(() => parseTexts({ ...texts, acts: [{ ...first, captions: [broken] }] }));
  }
});
