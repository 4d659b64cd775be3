import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { families, familyOf, fontFiles } from './families.ts';
import { embeddedFonts } from './fonts.ts';

const signal = new AbortController().signal;

async function found(keyword: string, cursor: string | null = null) {
  const page = await embeddedFonts.search({ keyword, cursor, signal });
  assert.ok(page.kind === 'found');
  return { names: page.results.map(({ family }) => family), next: page.next, results: page.results };
}

test('every family has every file that its table lists, and its package version is pinned', () => {
  const pinned: Readonly<Record<string, string>> = project.dependencies;
  for (const family of families) {
    assert.match(pinned[`@fontsource/${family.id}`] ?? '', /^\d+\.\d+\.\d+$/, family.id);
    for (const weight of family.weights) {
      for (const italic of family.italic ? [false, true] : [false]) {
        const files = fontFiles(family, { weight, italic });
        assert.deepEqual(
          files.filter(({ path }) => !existsSync(path)),
          [],
        );
        assert.deepEqual(
          files.map((file) => [file.weight, file.style]),
          files.map(() => [weight, italic ? 'italic' : 'normal']),
        );
        assert.equal(files[0]?.subset, 'latin');
      }
    }
  }
});

test('each package has the licence that its table states, and every one is free', () => {
  for (const { id, licence } of families) {
    const text = readFileSync(new URL(`../../node_modules/@fontsource/${id}/LICENSE`, import.meta.url), 'utf8');
    assert.match(text, licence === 'OFL-1.1' ? /SIL OPEN FONT LICENSE/i : /Apache License/, id);
  }
});

test('the fonts cover Latin, Greek, Cyrillic, Arabic, Hebrew, Thai and Devanagari', () => {
  const scripts = new Set(families.flatMap(({ subsets }) => subsets));
  for (const script of [
    'latin',
    'latin-ext',
    'greek',
    'cyrillic',
    'vietnamese',
    'arabic',
    'hebrew',
    'thai',
    'devanagari',
  ])
    assert.ok(scripts.has(script), script);
});

test('Arial and Helvetica become Arimo, which has the same widths', () => {
  assert.deepEqual(
    ['Arial', 'arial', 'Helvetica', 'Open Sans', 'open-sans', 'Comic Sans'].map((name) => familyOf(name)?.family),
    ['Arimo', 'Arimo', 'Arimo', 'Open Sans', 'Open Sans', undefined],
  );
});

test('a missing weight becomes the nearest one of its family, a missing italic becomes upright', () => {
  const lato = familyOf('Lato');
  const anton = familyOf('Anton');
  assert.ok(lato && anton);
  assert.deepEqual(
    [500, 600, 800].map((weight) => fontFiles(lato, { weight })[0]?.weight),
    [400, 700, 700],
  );
  assert.deepEqual(fontFiles(anton, { weight: 700, italic: true }).map(({ weight, style }) => [weight, style])[0], [
    400,
    'normal',
  ]);
});

test('the unicode range of a file names its own characters', () => {
  const inter = familyOf('Inter');
  assert.ok(inter);
  const range = (subset: string) => fontFiles(inter).find((file) => file.subset === subset)?.unicodeRange ?? '';
  assert.match(range('cyrillic'), /U\+0400-045F/);
  assert.match(range('latin'), /U\+0000-00FF/);
});

test('fonts are found by name, category and script, and an empty keyword lists all of them in pages', async () => {
  assert.deepEqual((await found('open')).names, ['Open Sans']);
  assert.ok((await found('handwriting')).names.includes('Caveat'));
  assert.ok((await found('Greek')).names.includes('Inter'));
  assert.deepEqual(await found('klingon'), { names: [], next: null, results: [] });
  const first = await found('');
  const second = await found('', first.next);
  assert.equal(first.names.length + second.names.length, families.length);
  assert.equal(second.next, null);
  assert.equal(new Set([...first.names, ...second.names]).size, families.length);
});

test('a found font opens as woff2, and other references do not open', async () => {
  const [font] = (await found('lobster')).results;
  const opened = await embeddedFonts.open(font?.file ?? '', { signal });
  assert.ok(opened.kind === 'bytes');
  assert.equal(Buffer.from(opened.bytes.subarray(0, 4)).toString('latin1'), 'wOF2');
  for (const reference of ['', 'inter', 'inter/../../package', 'inter/latin-450-normal', 'times/latin-400-normal']) {
    assert.equal((await embeddedFonts.open(reference, { signal })).kind, 'refused', reference);
  }
});
