import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, test } from 'vitest';
import captions from './documents/captions.json' with { type: 'json' };
import templates from './documents/fb-templates.json' with { type: 'json' };
import manifest from './manifest.json' with { type: 'json' };
import { courses, packs, read, words } from './testing-texts.ts';

const here = new URL('./', import.meta.url);
const materials = manifest.panels.flatMap((panel) => panel.materials);
const documents = readdirSync(new URL('documents', here), { recursive: true })
  .map((path) => `documents/${String(path)}`)
  .filter((path) => path.endsWith('.md') && path !== 'documents/README.md');

describe('documents of the upgrades', () => {
  test('there are at least 100 captions, no two alike', () => {
    assert.ok(captions.length >= 100, `${captions.length}`);
    assert.equal(new Set(captions.map(({ text }) => text)).size, captions.length);
  });

  test('every text for a Facebook Page has a purpose, a picture and at least 20 words', () => {
    assert.ok(templates.length >= 20);
    assert.equal(new Set(templates.map(({ purpose }) => purpose)).size, templates.length);
    for (const { purpose, picture, text } of templates) {
      assert.match(picture, /\w/, purpose);
      assert.ok(words(text) >= 20, `${purpose}: ${words(text)}`);
    }
  });

  test('a lead magnet has at least 600 words', () => {
    const guides = documents.filter((path) => path.includes('/lead-magnets/'));
    assert.equal(guides.length, 3);
    for (const path of guides) assert.ok(words(read(path)) >= 600, path);
  });

  test('every document has a title, and every gap is closed', () => {
    for (const path of documents) {
      const text = read(path);
      assert.match(text, /^# \S/, path);
      const gaps = text.replaceAll('`{{`', '');
      assert.equal(gaps.split('{{').length, gaps.split('}}').length, path);
    }
  });

  test('the agreement says that local law differs and that a lawyer checks it', () => {
    assert.match(read('documents/service-agreement.md'), /differ from country to country[^]+lawyer/);
  });
});

describe('the manifest of the upgrades', () => {
  test('every source of the manifest exists', () => {
    for (const { source } of materials) assert.ok(existsSync(new URL(source, here)), source);
  });

  test('every course, pack and document is listed in the manifest', () => {
    const sources = materials.map(({ source }) => source);
    for (const { path } of [...courses, ...packs]) assert.ok(sources.includes(path), path);
    for (const path of documents)
      assert.ok(
        sources.some((source) => path.startsWith(source)),
        path,
      );
  });

  test('a panel has one name', () => {
    assert.equal(new Set(manifest.panels.map(({ name }) => name)).size, manifest.panels.length);
  });
});
