/** The articles that ship: long enough, not copied from each other, and true to the texts on the screens. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import categories from '#catalog/help/categories.json' with { type: 'json' };
import { shippedEntries } from './catalogue.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const entries = shippedEntries();

const filesBelow = (dir: string): string[] =>
  readdirSync(`${root}${dir}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|json)$/.test(file) && !/(^|\/)testing|\.test\./.test(file))
    .map((file) => `${root}${dir}/${file}`);

const plain = (text: string): string =>
  text
    .replace(/'\s*\+\s*'/g, '')
    .replace(/\{' '\}/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ');

/** The text without comments, which no reader sees. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/^\s*\/\/.*$/gm, ' ');

/** Every text that the product can show. */
const said = plain(
  ['web', 'contract', 'rules', 'catalog/suggestions.json']
    .flatMap((dir) => (statSync(`${root}${dir}`).isFile() ? [`${root}${dir}`] : filesBelow(dir)))
    .map((file) => code(readFileSync(file, 'utf8')))
    .join('\n'),
);

const wordsOf = (markdown: string): number => markdown.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0;

/** `'**Save** it' -> ['Save']`; a full stop or comma at its end belongs to the sentence. */
const labelsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => plain(label).replace(/[:.,]$/, ''));

const escaped = (label: string): string => label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Whether the product shows it as a text of its own. */
const isSaid = (label: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(label)}(?![\\p{L}\\p{N}])`, 'u').test(said);

/** The sentences of a text, without its markup. */
const sentencesOf = (markdown: string): Set<string> =>
  new Set(
    markdown
      .split('\n')
      .flatMap((line) => line.split(/(?<=[.!?])\s+/))
      .map((sentence) =>
        sentence
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()
          .toLowerCase(),
      )
      .filter((sentence) => sentence.split(' ').length > 3),
  );

test('there are at least 44 articles, and some in each category', () => {
  assert.ok(entries.length >= 44, String(entries.length));
  for (const { id } of categories) assert.ok(entries.filter(({ category }) => category === id).length > 1, id);
});

for (const { id, markdown, title } of entries)
  describe(`the article ${id}`, () => {
    test('an article has at least 200 words', () => {
      assert.ok(wordsOf(markdown) >= 200, String(wordsOf(markdown)));
    });

    test('an article quotes only texts of the product', () => {
      assert.deepEqual(
        labelsOf(markdown).filter((label) => !isSaid(label)),
        [],
      );
    });

    test('an article names no brand', () => {
      assert.doesNotMatch(`${title} ${markdown}`, /Agency ?Reel/);
    });
  });

test('no two articles share more than a fifth of their sentences', () => {
  const all = entries.map(({ id, markdown }) => ({ id, sentences: sentencesOf(markdown) }));
  const alike = all.flatMap((a, index) =>
    all.slice(index + 1).flatMap((b) => {
      const shared = [...a.sentences].filter((sentence) => b.sentences.has(sentence)).length;
      return shared * 5 > Math.min(a.sentences.size, b.sentences.size) ? [`${a.id} and ${b.id}: ${shared}`] : [];
    }),
  );
  assert.deepEqual(alike, []);
});

test('popular articles have different ranks, and the screens of an article are pages of the product', () => {
  const ranks = entries.flatMap(({ popular }) => (popular === null ? [] : [popular]));
  assert.equal(new Set(ranks).size, ranks.length);
  assert.ok(ranks.length >= 6);
  const paths = readFileSync(`${root}web/paths.ts`, 'utf8');
  const screens = entries.flatMap((entry) => entry.screens);
  assert.equal(new Set(screens).size, screens.length, 'a page has one article');
  assert.deepEqual(
    screens.filter((screen) => !paths.includes(screen)),
    [],
  );
});

/** Pages of the menus that are part of the help, or explain themselves. */
const withoutArticle = ['/help-and-support', '/training', '/article-details', '/notification'];

test('every page of the menus has an article', () => {
  const routes = readFileSync(`${root}web/paths.ts`, 'utf8');
  const addresses = new Map(
    [...routes.matchAll(/^ {2}(\w+): \([\s\S]*?=>\s+[`'](\/[a-z-]+)/gm)].map(([, name, path]) => [name, path]),
  );
  const menus = readFileSync(`${root}web/shell/navigation.ts`, 'utf8');
  const pages = [...new Set([...menus.matchAll(/paths\.(\w+)\(/g)].map(([, name]) => addresses.get(name)))];
  assert.ok(pages.length > 15);
  const screens = entries.flatMap((entry) => entry.screens);
  assert.deepEqual(
    pages.filter((page) => page === undefined || !(screens.includes(page) || withoutArticle.includes(page))),
    [],
  );
});

test('every article has a picture, its own or one of its category', () => {
  const pictured = new Set(entries.flatMap(({ category, picture }) => (picture === null ? [] : [category])));
  assert.deepEqual(
    entries.flatMap(({ id, category }) => (pictured.has(category) ? [] : [id])),
    [],
  );
});

test('every picture that an article names exists', () => {
  assert.deepEqual(
    entries
      .flatMap(({ picture }) => picture ?? [])
      .filter((picture) => !existsSync(`${root}catalog/help/pictures/${picture}.webp`)),
    [],
  );
});
