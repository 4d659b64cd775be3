import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { filesOfEveryVisit } from './first-paint.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const script = read('public/first-paint.js');
const routes = read('routes.tsx');
const [, named = ''] = /const bare = \[([\s\S]*?)\];/.exec(script) ?? [];
const bare = new RegExp(`^/(${[...named.matchAll(/'([^']+)'/g)].map(([, part]) => part).join('|')})`);

/** The start of each address of paths.ts: `editClient -> /edit-client/`. */
const begins = new Map(
  [...read('paths.ts').matchAll(/^ {2}(\w+): [\s\S]*?=>\s*[`'](\/[^`'$]*)/gm)].map(([, name = '', begin = '']) => [
    name,
    begin,
  ]),
);

/** The starts of the route addresses in a part of routes.tsx. */
const addressesIn = (part: string): string[] =>
  [...part.matchAll(/\bpaths\.(\w+)\(/g)].map(([, name = '']) => begins.get(name) ?? `no path ${name}`);

const [, open = ''] = /const open([\s\S]*?)const behind/.exec(routes) ?? [];
const [, guarded = ''] = /const guarded([\s\S]*?)const networkCallback/.exec(routes) ?? [];
const [, inWindows = ''] = /const networkCallback([\s\S]*?)export const router/.exec(routes) ?? [];
const [, guest = ''] = /Component: Guest,([\s\S]*?)\],/.exec(routes) ?? [];

test('exactly the pages without the navigation are known before the first paint', () => {
  const without = addressesIn(open + inWindows + guest);
  const behind = addressesIn(guarded);
  assert.deepEqual([without.length > 15, behind.length > 30], [true, true]);
  assert.deepEqual(
    without.filter((path) => !bare.test(path)),
    [],
  );
  assert.deepEqual(
    behind.filter((path) => bare.test(path)),
    [],
  );
});

test('a page’s file is named like its address, so that its scripts are found before the first paint', () => {
  const pages = [...routes.matchAll(/import\('\.\/pages\/(?:[\w-]+\/){1,2}([\w-]+)\.tsx'\)/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const sameName = readdirSync(new URL('pages', import.meta.url), { recursive: true, encoding: 'utf8' })
    .flatMap((path) => /^(?:[\w-]+\/){1,2}([\w-]+)\.tsx$/.exec(path)?.[1] ?? [])
    .filter((name, index, names) => pages.includes(name) && names.indexOf(name) !== index);
  assert.deepEqual(sameName, []);
  const lost = addressesIn(guarded).filter((path) => {
    const [, first = '', second = ''] = path.split('/');
    return ![`${first}-${second}`, first].some((name) => pages.includes(name));
  });
  assert.deepEqual(lost, []);
});

test('every visit loads the document’s own files and those of the navigation, but not those of pages', () => {
  const files = JSON.stringify({ files: ['bar.js', 'list.js'], pages: { '': [0], clients: [1] } });
  const html =
    `<script type="application/json" id="first-files">${files}</script>` +
    '<script type="module" crossorigin src="/assets/index-1.js"></script>' +
    '<link rel="stylesheet" crossorigin href="/assets/styles.css">';
  assert.deepEqual([...filesOfEveryVisit(html)], ['index-1.js', 'styles.css', 'bar.js']);
});
