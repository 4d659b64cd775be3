import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, withoutComments } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Where dates and numbers become words, so that every screen says them alike. */
const allowed = ['web/lib/dates.ts', 'web/lib/words.ts'];

test('screens say dates by web/lib/dates.ts and numbers by web/lib/words.ts alone', () => {
  const own = sourceFiles(['.ts', '.tsx'])
    .filter(({ path }) => path.startsWith('web/') && !isTest(path) && !allowed.includes(path))
    .filter(({ text }) => /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)?String\(/.test(withoutComments(text)))
    .map(({ path }) => path);
  assert.deepEqual(own, []);
});
