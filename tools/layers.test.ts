import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderOf, importLines, importsOf, isTest, withoutComments } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Who may import whom: a folder's own files always, beyond them these folders. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  contract: ['rules'],
  outbound: [],
  networks: ['contract', 'rules', 'outbound'],
  sources: ['contract', 'rules', 'outbound', 'catalog'],
  render: ['contract', 'rules', 'outbound'],
  db: [],
  server: ['contract', 'rules', 'outbound', 'networks', 'sources', 'render', 'db', 'catalog'],
  web: ['contract', 'rules', 'render/layout'],
  sandbox: [],
  catalog: [],
  e2e: [
    'contract',
    'rules',
    'outbound',
    'networks',
    'sources',
    'render',
    'db',
    'server',
    'web',
    'sandbox',
    'catalog',
    'tools',
  ],
  proof: [
    'contract',
    'rules',
    'outbound',
    'networks',
    'sources',
    'render',
    'db',
    'server',
    'web',
    'sandbox',
    'catalog',
    'tools',
  ],
  bench: [
    'contract',
    'rules',
    'outbound',
    'networks',
    'sources',
    'render',
    'db',
    'server',
    'web',
    'sandbox',
    'catalog',
    'tools',
  ],
  tools: [
    'contract',
    'rules',
    'outbound',
    'networks',
    'sources',
    'render',
    'db',
    'server',
    'web',
    'sandbox',
    'catalog',
  ],
};

/** What tests and their builders (`testing.ts`, `testing-….ts`) may import on top. */
const testsMayImport = ['sandbox', 'db', 'server'];

/** The answer of an upload says how long and how loud a sound is, so it is measured while the person waits. */
const measuresUploads = 'server/media/sound.ts';
const mayImportJobs = ['server/app/job-files.ts'];
const readsEnvironment = ['server/app/config.ts', 'sandbox/main.ts', 'db/testing.ts', 'web/vite.config.ts'];
const readsEnvironmentFolders = ['tools', 'e2e', 'bench', 'proof'];

/**
 * Who opens sockets besides outbound/, each with its reason: none of them goes where a person, a network or a source
 * says.
 */
const openSockets: Readonly<Record<string, string>> = {
  'server/lib/storage/s3.ts':
    "the operator's bucket: one address of the configuration, often a private one; bodies are streamed and signed " +
    'by aws4fetch',
  'sources/voices/polly.ts': 'requests are only signed by aws4fetch; they leave through outbound/',
  'server/mail/post-mail.ts': "the operator's mail server: SMTP, by nodemailer, at one address of the configuration",
  'server/http/sandbox.ts': 'the proxy to the sandbox: a child of this process on the loopback address',
};

/**
 * What opens a socket: fetch and its relatives, and the packages and modules that do. Listening is free
 * (`createServer`), and so are types.
 */
const opensSockets = new RegExp(
  [
    /(?<![\w.'"-])(?:globalThis\.|aws\.)?fetch(?=\s*[(;,)}]|$)/,
    /(?<!import type [^;]*)(?:\bfrom|\bimport\()\s*['"](?:undici|node:(?:http|https|tls|http2|dgram)|nodemailer|aws4fetch|axios|got|ws)['"]/,
    /\bcreateConnection\(|\b(?:net|tls)\.connect\(|\bnew (?:WebSocket|EventSource|Socket)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/**
 * Rooms that run at the operator's; the browser's app, the sandbox and what tests and measures have the network they
 * need.
 */
const isProduct = (path: string): boolean =>
  ['contract', 'rules', 'outbound', 'networks', 'sources', 'render', 'db', 'server', 'catalog'].includes(
    folderOf(path),
  ) && !isTest(path);

/** What `ls server` shows beside the rooms. */
const entryPoints = ['server/admin.ts', 'server/main.ts', 'server/web.ts', 'server/worker.ts'];
/** What every room of server/ stands on, with lib/: settings, the types of handlers, the names of jobs. */
const floor = ['server/app/config.ts', 'server/app/handlers.ts', 'server/app/jobs.ts'];
/** The handlers of calls stand in one place: the only file that imports them. */
const registryOfCalls = 'server/app/call-files.ts';

const files = sourceFiles(['.ts', '.tsx', '.mjs']);
const imports = files.flatMap(importsOf);
const ofServer = imports.filter(
  ({ from, to }) => folderOf(from) === 'server' && !isTest(from) && folderOf(to) === 'server',
);

describe('the layers', () => {
  test('a folder imports only what the table allows', () => {
    assert.deepEqual(
      importLines(
        imports.filter(({ from, to }) => {
          const [source, target] = [folderOf(from), folderOf(to)];
          const allowed = [...(mayImport[source] ?? []), ...(isTest(from) ? testsMayImport : [])];
          return source !== target && !allowed.some((prefix) => to === prefix || to.startsWith(`${prefix}/`));
        }),
      ),
      [],
    );
  });

  test('the table names every folder', () => {
    assert.deepEqual(
      files.map(({ path }) => folderOf(path)).filter((folder) => !(folder in mayImport)),
      [],
    );
  });

  test('only *.job.ts and what measures uploads import render, and only the list of jobs imports *.job.ts', () => {
    const ofRender = imports.filter(
      ({ from, to, typeOnly }) =>
        folderOf(from) === 'server' && folderOf(to) === 'render' && !isTest(from) && !typeOnly,
    );
    assert.deepEqual(
      importLines(ofRender.filter(({ from }) => !from.endsWith('.job.ts') && from !== measuresUploads)),
      [],
    );
    assert.deepEqual(
      importLines(ofServer.filter(({ from, to }) => to.endsWith('.job.ts') && !mayImportJobs.includes(from))),
      [],
    );
  });

  test('server/ has only its entry points beside its rooms', () => {
    assert.deepEqual(
      files.filter(({ path }) => /^server\/[^/]+$/.test(path)).map(({ path }) => path),
      entryPoints,
    );
  });

  test('a room of server/ imports another one by its index.ts, and lib and the floor by their files', () => {
    assert.deepEqual(
      importLines(
        ofServer.filter(({ from, to }) => {
          const [source, target] = [roomOf(from), roomOf(to)];
          if (source === target || floor.includes(to) || target === 'lib') return false;
          if (from === registryOfCalls && to !== 'server/app/listener.ts') return false;
          if (mayImportJobs.includes(from) && to.endsWith('.job.ts')) return false;
          if (entryPoints.includes(from))
            return target !== 'app' && !entryPoints.includes(to) && !to.endsWith('/index.ts');
          return source === 'lib' || !to.endsWith('/index.ts');
        }),
      ),
      [],
    );
  });

  test('the floor of server/ stands on lib alone', () => {
    assert.deepEqual(
      importLines(
        ofServer.filter(({ from, to }) => floor.includes(from) && !floor.includes(to) && roomOf(to) !== 'lib'),
      ),
      [],
    );
  });

  test('no way between rooms of server/ leads back', () => {
    const ways = Map.groupBy(
      ofServer.filter(({ from, to }) => roomOf(from) !== roomOf(to) && !floor.includes(to)),
      ({ from }) => roomOf(from),
    );
    const reach = (room: string, seen: Set<string>): Set<string> => {
      for (const next of (ways.get(room) ?? []).map(({ to }) => roomOf(to)))
        if (!seen.has(next)) reach(next, seen.add(next));
      return seen;
    };
    assert.deepEqual(
      [...ways.keys()].filter((room) => reach(room, new Set()).has(room)),
      [],
    );
  });

  test('only the configuration and what runs tests reads the environment', () => {
    const readers = files.filter(
      ({ path, text }) =>
        /\bprocess\.env\b/.test(withoutComments(text)) &&
        !path.endsWith('.test.ts') &&
        !readsEnvironment.includes(path) &&
        !readsEnvironmentFolders.includes(folderOf(path)),
    );
    assert.deepEqual(
      readers.map(({ path }) => path),
      [],
    );
  });

  test('every request that leaves the machine goes through outbound/, with these exceptions', () => {
    const found = files.filter(
      ({ path, text }) => isProduct(path) && !path.startsWith('outbound/') && opensSockets.test(withoutComments(text)),
    );
    assert.deepEqual(
      found.map(({ path }) => path).filter((path) => !(path in openSockets)),
      [],
    );
    assert.deepEqual(
      Object.keys(openSockets).filter((path) => !found.some((file) => file.path === path)),
      [],
    );
  });

  test('a socket is seen however it is opened', () => {
    const openings = [
      `await fetch('https://x')`,
      'globalThis.fetch(url)',
      'const get = fetch;',
      `from 'undici'`,
      `import { request } from 'node:https'`,
      `await import('nodemailer')`,
      `from "node:http"`,
      'net.connect(80)',
      'tls.connect({})',
      'createConnection(80)',
      'new WebSocket(url)',
      'new EventSource(url)',
      'new Socket()',
      `from 'node:dgram'`,
    ];
    assert.deepEqual(
      openings.filter((line) => !opensSockets.test(line)),
      [],
    );
    const others = [
      `import type { IncomingMessage } from 'node:http'`,
      `import { isIP } from 'node:net'`,
      'import { createServer } from "node:net"',
      'await prefetch(x)',
      'http.fetch(x)',
      `outboundFetch(http)`,
    ];
    assert.deepEqual(
      others.filter((line) => opensSockets.test(line)),
      [],
    );
  });

  test('the imports of this project are seen at all', () => {
    assert.ok(imports.some(({ from, to }) => from === 'tools/dump-schema.ts' && to === 'db/migrate.ts'));
    assert.ok(imports.length > 50);
  });
});

/** The room of a file of server/: 'server/auth/calls.ts' -> 'auth'; an entry point is a room of its own. */
function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}
