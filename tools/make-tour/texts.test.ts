import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectDir } from '../source-files.ts';
import { acts } from './acts.ts';
import { parseTexts } from './texts.ts';

const given = (): unknown => JSON.parse(readFileSync(`${projectDir}catalog/films/tour/texts.json`, 'utf8'));

test('every act that has words is played, and every act that is played has words', () => {
  assert.deepEqual(
    parseTexts(given()).acts.map(({ key }) => key),
    Object.keys(acts),
  );
});

test('a caption without words, or without what is to be seen, is refused', () => {
  const texts = parseTexts(given());
  const [first] = texts.acts;
  for (const broken of [{ says: '', seen: 'x' }, { says: 'x' }]) {
    assert.throws(() => parseTexts({ ...texts, acts: [{ ...first, captions: [broken] }] }));
  }
});
