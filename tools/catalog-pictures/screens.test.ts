import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'vitest';
import { z } from 'zod';
import { hashOf, pictures, picturesDir, wordsOnScreen } from './screens.ts';

const taken = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`${picturesDir}/taken.json`, 'utf8')));

test('every screen has the same words as when its picture was taken; else: npm run catalog:pictures -- <name>', () => {
  assert.deepEqual(
    pictures.filter((picture) => hashOf(picture) !== taken[picture.name]).map(({ name }) => name),
    [],
  );
});

test('exactly the listed pictures exist, and all of them are small', () => {
  const files = readdirSync(picturesDir).filter((file) => file.endsWith('.webp'));
  assert.deepEqual(files.toSorted(), pictures.map(({ name }) => `${name}.webp`).toSorted());
  const bytes = files.reduce((sum, file) => sum + statSync(`${picturesDir}/${file}`).size, 0);
  assert.ok(bytes < 3_000_000, String(bytes));
});

test('a changed word counts, and changed code does not', () => {
  const screen = `const a = 1;\n<h2>Add content</h2><Input label="Title" /> // Note`;
  assert.deepEqual(wordsOnScreen(screen), ['Add content', 'Title']);
  assert.deepEqual(wordsOnScreen(screen.replace('a = 1', 'b = 2')), wordsOnScreen(screen));
  assert.notDeepEqual(wordsOnScreen(screen.replace('Add', 'New')), wordsOnScreen(screen));
});
