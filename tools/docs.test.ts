import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { calls } from '#contract/index.ts';
import { namesIn, type DocName } from './doc-names.ts';
import { projectDir, sourceFiles } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  '.github/pull_request_template.md',
  ...readdirSync(`${projectDir}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const sources = sourceFiles(['.ts', '.tsx', '.mjs'])
  .filter(({ path }) => !/\.(test|proof)\.ts$/.test(path))
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
const served = ['/sandbox', '/healthz', '/livez', '/readyz', '/metrics', '/api', '/files'];

/** Whether a thing that a document names exists. */
function exists({ kind, name, folder }: DocName, document: string): boolean {
  switch (kind) {
    case 'path':
      return isPath(folder + name) || isPath(name) || isPath(join(dirname(document), name));
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

/** Whether a path exists; `networks/<network>/` is any folder of networks/, `*.job.ts` any file with this ending. */
function isPath(path: string): boolean {
  const pattern = path.replaceAll(/<[\w-]+>/g, '*');
  if (!pattern.includes('*')) return existsSync(projectDir + path);
  const found = globSync(pattern.startsWith('*') ? `**/${pattern}` : pattern, {
    cwd: projectDir,
    exclude: (name) => name === 'node_modules',
  });
  return found.length > 0;
}

for (const path of documents)
  test(`everything that ${path} names exists`, () => {
    const names = namesIn(read(path));
    assert.ok(names.length > 0 || !read(path).includes('`'));
    assert.deepEqual(
      names.filter((name) => !exists(name, path)).map(({ kind, name, folder }) => `${kind} ${folder}${name}`),
      [],
    );
  });

test('the top of the map in ARCHITECTURE.md names every folder', () => {
  const named = new Set(
    namesIn(read('ARCHITECTURE.md')).flatMap(({ name }) => (/^[\w-]+\/$/.test(name) ? [name] : [])),
  );
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

test('each term of the field in docs/glossary.md has a place, and each term one row', () => {
  const [, rows = ''] = read('docs/glossary.md').split('## Terms of the field');
  const places = [...rows.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].slice(1);
  assert.deepEqual(
    places.filter(([, , where = '']) => namesIn(where).length === 0),
    [],
  );
  const terms = places.flatMap(([, term = '']) => term.split(', '));
  const wanted = [
    'tenant isolation',
    'backoff',
    'audit log',
    'autosave',
    'restore',
    'trash',
    'toast',
    'onboarding',
    'debounce',
    'CSRF',
    'DNS check',
    'idempotency',
    'fencing token',
    'lease',
    'semaphore',
    'rate limit',
    'webhook',
  ];
  assert.deepEqual(
    wanted.filter((term) => !terms.includes(term)),
    [],
  );
  assert.deepEqual(
    terms.filter((term, index) => terms.indexOf(term) !== index),
    [],
  );
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
    wrong.filter((text) => namesIn(text).every((name) => exists(name, 'README.md'))),
    [],
  );
});
