import assert from 'node:assert/strict';
import { test } from 'vitest';
import { causeOf } from './load-code.ts';

const documentOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;

for (const [fact, document, entry, cause] of [
  [
    'a document that runs another script says that the app is outdated',
    documentOf('/assets/index-new.js'),
    '/assets/index-old.js',
    'outdated',
  ],
  [
    'the same script says that the part itself is broken',
    documentOf('/assets/index-old.js'),
    '/assets/index-old.js',
    'broken',
  ],
  ['no document says that the server cannot be reached', null, '/assets/index-old.js', 'unreachable'],
  [
    'a page that does not know its script is never taken for outdated',
    documentOf('/assets/index-new.js'),
    null,
    'broken',
  ],
] as const) {
  test(fact, () => {
    assert.equal(causeOf({ document, entry }), cause);
  });
}
