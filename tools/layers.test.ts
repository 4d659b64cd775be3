import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { circlesOf, folderOf, importLines, importsOf, isTest, withoutComments, type Import } from './imports.ts';
import { entryPoints, featureOf, floorOf, floors, importedByFiles } from './floors.ts';
import { sourceFiles } from './source-files.ts';

const everything = [
  'concurrency',
  'contract',
  'rules',
  'outbound',
  'networks',
  'sources',
  'generated',
  'render',
  'db',
  'server',
  'web',
  'sandbox',
  'catalog',
];

/** Which folders may import which: a folder may always import its own files, and in addition these folders. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  contract: ['rules'],
  concurrency: [],
  outbound: [],
  networks: ['contract', 'rules', 'outbound'],
  sources: ['contract', 'rules', 'outbound', 'concurrency', 'catalog', 'generated'],
  generated: [],
  render: ['contract', 'rules', 'outbound', 'concurrency'],
  db: ['concurrency'],
  server: ['contract', 'rules', 'outbound', 'concurrency', 'networks', 'sources', 'render', 'db', 'catalog'],
  web: ['contract', 'rules', 'render/layout'],
  sandbox: [],
  catalog: [],
  e2e: [...everything, 'tools'],
  proof: [...everything, 'tools'],
  bench: [...everything, 'tools'],
  tools: [...everything, 'deploy'],
  deploy: [],
};

/** What tests and their helpers (`testing.ts`, `testing-….ts`) may import in addition, except the sandbox's. */
const testsMayImport = ['sandbox', 'db', 'server', 'generated'];

/** What runs ffmpeg while a person waits: an upload's length and loudness are measured, its picture is drawn. */
const runFfmpeg = ['server/base/media/sound.ts', 'server/base/media/ffmpeg.ts'];
const mayImportJobs = ['server/app/processes/job-files.ts'];
const readsEnvironment = ['server/base/settings/environment.ts', 'sandbox/main.ts', 'db/testing.ts'];
const readsEnvironmentFolders = ['tools', 'e2e', 'bench', 'proof'];

/**
 * The files outside outbound/ that open sockets, each with its reason. None connects to an address from a person, a
 * network or a source.
 */
const openSockets: Readonly<Record<string, string>> = {
  'server/base/storage/bucket.ts':
    "the operator's bucket: one address of the configuration, often a private one; bodies are streamed and signed " +
    'by aws4fetch',
  'server/base/journal/bucket-store.ts': "the operator's bucket, as for files",
  'sources/voices/polly.ts': 'requests are only signed by aws4fetch; they leave through outbound/',
  'server/base/mail/post-mail.ts':
    "the operator's mail server: SMTP, by nodemailer, at one address of the configuration",
  'server/app/http/sandbox.ts': 'the proxy to the sandbox: a child of this process on the loopback address',
};

/**
 * What opens a socket: fetch and its relatives, and the packages and modules that do. Listening (`createServer`) and
 * types are not restricted.
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

/** The folders that run in production; the browser app, the sandbox, tests and benchmarks may use the network. */
const isProduct = (path: string): boolean =>
  [
    'concurrency',
    'contract',
    'rules',
    'outbound',
    'networks',
    'sources',
    'generated',
    'render',
    'db',
    'server',
    'catalog',
  ].includes(folderOf(path)) && !isTest(path);

/**
 * What every feature folder of server/ builds on, together with lib/: settings, the types of handlers, the names of
 * jobs.
 */
const base = ['server/base/settings/config.ts', 'server/base/handlers.ts', 'server/base/jobs.ts'];
/** Small helpers that know no feature: imported by their files. */
const isOpen = (feature: string): boolean => importedByFiles.includes(feature);

const files = sourceFiles(['.ts', '.tsx', '.mjs']);
const imports = files.flatMap(importsOf);
const ofServer = imports.filter(
  ({ from, to }) => folderOf(from) === 'server' && !isTest(from) && folderOf(to) === 'server',
);

describe('imports between folders', () => {
  test('a folder imports only what the table allows', () => {
    assert.deepEqual(
      importLines(
        imports.filter(({ from, to }) => {
          const [source, target] = [folderOf(from), folderOf(to)];
          const allowed = [
            ...(mayImport[source] ?? []),
            ...(isTest(from) && source !== 'sandbox' ? testsMayImport : []),
          ];
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

  test('only *.job.ts and what runs ffmpeg import render, and only the list of jobs imports *.job.ts', () => {
    const ofRender = imports.filter(
      ({ from, to, typeOnly }) =>
        folderOf(from) === 'server' && folderOf(to) === 'render' && !isTest(from) && !typeOnly,
    );
    assert.deepEqual(
      importLines(ofRender.filter(({ from }) => !from.endsWith('.job.ts') && !runFfmpeg.includes(from))),
      [],
    );
    assert.deepEqual(
      importLines(ofServer.filter(({ from, to }) => to.endsWith('.job.ts') && !mayImportJobs.includes(from))),
      [],
    );
  });

  test('server/ contains only its entry points and the floors, and only the base has files beside its features', () => {
    assert.deepEqual(
      files.filter(({ path }) => /^server\/[^/]+$/.test(path)).map(({ path }) => path),
      entryPoints,
    );
    assert.deepEqual(
      files.map(({ path }) => path).filter((path) => folderOf(path) === 'server' && floorOf(path) < 0),
      [],
    );
    assert.deepEqual(
      files
        .map(({ path }) => path)
        .filter((path) => /^server\/(?!publishing\/)[^/]+\/[^/]+$/.test(path) && !isTest(path) && !base.includes(path)),
      [],
    );
  });

  test(`the floors of server/ import downwards: ${floors.join(' < ')}`, () => {
    assert.deepEqual(importLines(ofServer.filter(({ from, to }) => floorOf(from) < floorOf(to))), []);
  });

  test('contract/ and web/pages/ have the same floors and import downwards, too', () => {
    const up = (top: string): Import[] => {
      const at = (path: string): number => floors.findIndex((floor) => path.startsWith(`${top}/${floor}/`));
      return imports.filter(({ from, to }) => !isTest(from) && at(from) >= 0 && at(to) > at(from));
    };
    assert.deepEqual(importLines([...up('contract'), ...up('web/pages')]), []);
  });

  test('a feature folder of server/ imports another one through its index.ts, lib and the base by their files', () => {
    assert.deepEqual(
      importLines(
        ofServer.filter(({ from, to }) => {
          const [source, target] = [featureOf(from), featureOf(to)];
          if (source === target || base.includes(to) || isOpen(target)) return false;
          if (mayImportJobs.includes(from) && to.endsWith('.job.ts')) return false;
          if (entryPoints.includes(from))
            return target !== 'processes' && !entryPoints.includes(to) && !to.endsWith('/index.ts');
          return isOpen(source) || !to.endsWith('/index.ts');
        }),
      ),
      [],
    );
  });

  test('the base of server/ imports only lib', () => {
    assert.deepEqual(
      importLines(
        ofServer.filter(({ from, to }) => base.includes(from) && !base.includes(to) && !isOpen(featureOf(to))),
      ),
      [],
    );
  });

  test('feature folders of server/ do not import each other in a cycle', () => {
    const between = ofServer.flatMap((found): Import[] => {
      const [from, to] = [featureOf(found.from), featureOf(found.to)];
      return from === to || base.includes(found.to) ? [] : [{ ...found, from, to }];
    });
    assert.ok(between.length > 0);
    assert.deepEqual(circlesOf(between), []);
  });

  test('only the configuration and test runners read the environment', () => {
    const readers = files.filter(
      ({ path, text }) =>
        /\bprocess\.env\b/.test(withoutComments(text)) &&
        !/\.(test|proof)\.ts$/.test(path) &&
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

  test('a socket is found however it is opened', () => {
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

  test('the imports of this project are found', () => {
    assert.ok(imports.some(({ from, to }) => from === 'tools/dump-schema.ts' && to === 'db/migrate.ts'));
    assert.ok(imports.length > 50);
  });
});
