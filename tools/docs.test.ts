import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { calls } from '#contract/index.ts';
import { namesIn, type DocName } from './doc-names.ts';
import { projectDir, sourceFiles } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');
const documents = [
  'README.md',
  ...readdirSync(`${projectDir}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const sources = sourceFiles(['.ts', '.tsx', '.mjs'])
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .map(({ text }) => text);
const exported = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm)].map(([, name]) => name),
  ),
);
const settings = new Set([
  ...[...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
  ...sources.flatMap((text) => [...text.matchAll(/process\.env\['([A-Z0-9_]+)'\]/g)].map(([, name = '']) => name)),
]);
const scripts = new Set([...read('package.json').matchAll(/^ {4}"([\w-]+)": "/gm)].map(([, name = '']) => name));
const pages = new Set([...read('web/paths.ts').matchAll(/=>\s+['`](\/[a-z-]+)/g)].map(([, page = '']) => page));
/** Paths that the web server answers besides calls, files and pages. */
const served = ['/sandbox', '/healthz', '/api', '/files'];

/** Whether a thing that a document names exists. */
function exists({ kind, name, folder }: DocName): boolean {
  switch (kind) {
    case 'path':
      return isPath(folder + name) || isPath(name);
    case 'script':
      return scripts.has(name);
    case 'setting':
      return name.endsWith('…')
        ? [...settings].some((setting) => setting.startsWith(name.slice(0, -1)))
        : settings.has(name);
    case 'page':
      return pages.has(/^\/[a-z-]+/.exec(name)?.[0] ?? '') || served.some((prefix) => name.startsWith(prefix));
    case 'call':
      return calls.some((call) => call.name === name);
    case 'export':
      return exported.has(name);
    default:
      return kind satisfies never;
  }
}

/** Whether a path exists; `networks/<network>/` is any folder of networks/. */
function isPath(path: string): boolean {
  const [before, after] = path.split(/<\w+>\//);
  if (after === undefined || !existsSync(projectDir + before)) return existsSync(projectDir + path);
  return readdirSync(projectDir + before, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && existsSync(`${entry.parentPath}/${entry.name}/${after}`),
  );
}

for (const path of documents)
  test(`everything that ${path} names exists`, () => {
    const names = namesIn(read(path));
    assert.ok(names.length > 0 || !read(path).includes('`'));
    assert.deepEqual(
      names.filter((name) => !exists(name)).map(({ kind, name, folder }) => `${kind} ${folder}${name}`),
      [],
    );
  });

test('the top of the tree in README.md names every folder', () => {
  const named = new Set(namesIn(read('README.md')).flatMap(({ name }) => (/^[\w-]+\/$/.test(name) ? [name] : [])));
  const folders = readdirSync(projectDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^(node_modules|dist|data)$/.test(entry.name))
    .map(({ name }) => `${name}/`);
  assert.deepEqual(
    folders.filter((folder) => !named.has(folder)),
    [],
  );
});

test('web/parts/README.md has a line for everything in its folder', () => {
  const named = [...read('web/parts/README.md').matchAll(/^([\w-]+\/) /gm)].map(([, folder]) => folder);
  const entries = readdirSync(`${projectDir}web/parts`, { withFileTypes: true })
    .filter(({ name }) => name !== 'README.md')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  assert.deepEqual(named, entries.toSorted());
});

test('a name without its thing is found, whatever its kind', () => {
  const wrong = [
    '`server/publishing/engine/nowhere.ts`',
    '[proof](nowhere/README.md)',
    '`npm run nothing`',
    '`NO_SUCH_SETTING`',
    '`/no-page`',
    '`no-such-call`',
    '`noSuchExport()`',
    '```\nserver/      answers calls\n  nowhere/   a folder\n```\n',
    '```\nserver/publishing/engine/loop.ts sleeps\n   nowhere.ts claims\n```\n',
    '```\nrender/     nowhere/ and canvas/\n```\n',
    '```\nnpm run nothing\n```\n',
  ];
  assert.deepEqual(
    wrong.filter((text) => namesIn(text).every(exists)),
    [],
  );
});
