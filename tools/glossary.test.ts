import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './source-files.ts';

type Word = {
  /** How often the word still stands in our sources: only to shrink. */ most: number;
  found: RegExp;
};

/** Whole words and parts of names: `film`, `filmName` and `isFilm`, but not `replace`. */
const part = (word: string): RegExp =>
  new RegExp(
    `(?<![A-Za-z])${word}s?(?![a-z])|(?<=[a-z])${word.charAt(0).toUpperCase()}${word.slice(1)}s?(?![a-z])`,
    'g',
  );

/**
 * Words that stood for several things, which `docs/glossary.md` names by what they are. What is stored or sent keeps
 * them: columns, queued payloads, calls, fields of the contract, addresses.
 */
const words: Readonly<Record<string, Word>> = {
  deed: { most: 0, found: part('deed') },
  film: { most: 63, found: part('film') },
  stranger: { most: 4, found: part('stranger') },
  letter: { most: 5, found: /(?<=[a-z])(?<!dead)Letters?(?![a-z])/g },
  place: { most: 42, found: /(?<=[a-z])Places?(?![a-z])|\bplaces?Of\b|\bPlaces?\b(?=[ ,;>[\]()])/g },
  sign: { most: 83, found: /(?<=[a-z])Signs?(?![a-zA-Z])|\bsigns\b(?! (?:\S+ )?(?:in|out|up|back)\b)/g },
};

const code = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path !== 'tools/glossary.test.ts');

for (const [word, { most, found }] of Object.entries(words))
  test(`"${word}" stands in the sources at most ${most} times: docs/glossary.md has the word to use`, () => {
    const hits = code.flatMap(({ path, text }) => [...text.matchAll(found)].map(() => path));
    assert.ok(hits.length <= most, `${hits.length} times, in ${[...new Set(hits)].join(', ')}`);
  });
