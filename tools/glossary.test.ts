import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { projectDir, sourceFiles } from './source-files.ts';

type Word = {
  found: RegExp;
  /** Spellings that are stored, sent or a proper name, and folders in which the word has its plain meaning. */
  allowed?: { spellings?: readonly RegExp[]; folders?: RegExp };
};

/** Whole words and parts of names: `film`, `filmName` and `isFilm`, but not `replace`. */
const part = (word: string): RegExp =>
  new RegExp(
    `(?<![A-Za-z])${word}s?(?![a-z])|(?<=[a-z])${word.charAt(0).toUpperCase()}${word.slice(1)}s?(?![a-z])`,
    'g',
  );

/**
 * Words with several meanings; `docs/glossary.md` gives each meaning its own word. Only what is stored or sent keeps
 * the word: columns, queued payloads, calls, fields of the contract, addresses.
 */
const words: Readonly<Record<string, Word>> = {
  deed: { found: part('deed') },
  film: {
    found: part('film'),
    allowed: {
      spellings: [
        /fetch-film|\/films\b|\|films\||film(?:-facts)?\.json|`film`|film: (?:id|tutorial)\b|video\.film/gi,
        /sunrise[ -]films?/gi,
      ],
    },
  },
  stranger: { found: part('stranger'), allowed: { spellings: [/'code-strangers'/g] } },
  letter: { found: /(?<=[a-z])(?<!dead)Letters?(?![a-z])/g },
  place: {
    found: /(?<=[a-z])Places?(?![a-z])|\bplaces?Of\b|\bPlaces?\b(?=[ ,;>[\]()])/g,
    allowed: {
      spellings: [/known_places|KnownPlacesTable/g],
      folders: /^(?:server\/insights\/trends|web\/pages\/insights\/(?:trends|prospects)|e2e\/trend-states)/,
    },
  },
  sign: {
    found: /(?<=[a-z])Signs?(?![a-zA-Z])|\bsigns\b/g,
    allowed: {
      spellings: [
        /(?:search|fetch|sandbox)-signs|signs: (?:z\b|icons|\[)|data\.signs|plus signs|\\nSign in/g,
        /signs\s+(?:\S+ ){0,2}(?:in|out)\b/g,
      ],
    },
  },
};

const code = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path !== 'tools/glossary.test.ts');

for (const [word, { found, allowed }] of Object.entries(words))
  test(`"${word}" is used only for what is stored or sent: docs/glossary.md has the word to use`, () => {
    const hits = code
      .filter(({ path }) => !allowed?.folders?.test(path))
      .flatMap(({ path, text }) => {
        const ours = (allowed?.spellings ?? []).reduce((left, spelling) => left.replaceAll(spelling, ''), text);
        return [...ours.matchAll(found)].map(() => path);
      });
    assert.deepEqual([...new Set(hits)], []);
  });

/** Phrases that a native reader stumbles over; style alone, so no fact needs them. */
const banned = /\b(?:anew|whoever|of ours|is told of|that is none)\b/gi;

/** An action of the audit log, which stored entries name. */
const stored = /plan-timed-anew/g;

/** Folders that are still to be cleaned of the phrases. The list only shrinks. */
const notYetClean = /^(?:server|contract|rules|db|outbound|e2e)\//;

/** Texts that do not change for style: quotes, courses and articles that ship, and applied migrations. */
const untouched = /^(?:catalog\/(?:quotes|upgrades|help)|db\/migrations)\//;

/** The project's own files, and its notes. */
const written = [
  ...sourceFiles(['.ts', '.tsx', '.mjs', '.js', '.css', '.sql', '.html', '.md']),
  ...['', 'docs/', 'decisions/', 'deploy/'].flatMap((folder) =>
    readdirSync(projectDir + folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ path: folder + name, text: readFileSync(projectDir + folder + name, 'utf8') })),
  ),
].filter(({ path }) => path !== 'tools/glossary.test.ts' && !untouched.test(path));

const bannedIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(stored, '')
      .replace(/\s+(?:\*|\/\/)?\s*/g, ' ')
      .matchAll(banned),
  ].map(String);

test('code, comments, titles of tests and notes use no phrase that a native reader stumbles over', () => {
  assert.deepEqual(
    written
      .filter(({ path }) => !notYetClean.test(path))
      .flatMap(({ path, text }) => bannedIn(text).map((phrase) => `${path}: ${phrase}`)),
    [],
  );
});

test('a banned phrase is found in any case and over the end of a line', () => {
  assert.deepEqual(bannedIn('// Whoever asks for a page\n// of ours, begun anew; canew and thereof ourselves'), [
    'Whoever',
    'of ours',
    'anew',
  ]);
  assert.deepEqual(bannedIn('/**\n * A month without posts is\n * told of.\n */'), ['is told of']);
});
