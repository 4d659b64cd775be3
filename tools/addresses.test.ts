import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { withoutComments } from './imports.ts';
import { projectDir, sourceFiles } from './source-files.ts';

const registry = 'web/paths.ts';
/** The first path segment of every address: 'dashboard', 'edit-client'. */
const pages = new Set(
  [...readFileSync(projectDir + registry, 'utf8').matchAll(/=>\s+['`]\/([a-z-]+)/g)].map(([, page = '']) => page),
);

/** The page addresses in the strings and attributes of a source text. */
const addressesIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(/['"`]\/([a-z-]+)(?=['"`/?$#])/g)]
    .filter(([, page = '']) => pages.has(page))
    .map(([address]) => address.slice(1));

test('no file of web/ contains the address of a page, except the path builder', () => {
  const found = sourceFiles(['.ts', '.tsx'])
    .filter(({ path }) => path.startsWith('web/') && path !== registry && !/\.(test|proof)\.ts$/.test(path))
    .flatMap(({ path, text }) => addressesIn(text).map((address) => `${path}: ${address}`));
  assert.deepEqual(found, []);
});

test('an address is found however it is written, and other strings are not', () => {
  assert.ok(pages.size > 40, `${pages.size} pages`);
  assert.deepEqual(
    addressesIn(
      '<Link to="/clients"> \'/ledger/posts\' `/edit-client/${id}` "/approvals?list=waiting" \'/ledger#sum\'',
    ),
    ['/clients', '/ledger', '/edit-client', '/approvals', '/ledger'],
  );
  assert.deepEqual(addressesIn("fetch(`/api/${name}`); import('./pages/clients.tsx'); 'clients'; '/sandbox/'"), []);
});
