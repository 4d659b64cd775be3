import assert from 'node:assert/strict';
import { test } from 'vitest';
import { causeOf } from './load-code.ts';

const documentOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;

for (const [fact, document, entry, cause] of [
  [
    'a document with another script means that the app is outdated',
    documentOf('/assets/index-new.js'),
    '/assets/index-old.js',
    'outdated',
  ],
  [
    'a document with the same script means that the part itself is broken',
    documentOf('/assets/index-old.js'),
    '/assets/index-old.js',
    'broken',
  ],
  ['a missing document means that the server cannot be reached', null, '/assets/index-old.js', 'unreachable'],
  ['a page that does not know its script never counts as outdated', documentOf('/assets/index-new.js'), null, 'broken'],
] as const) {
  test(fact, () => {
    assert.equal(causeOf({ document, entry }), cause);
  });
}
