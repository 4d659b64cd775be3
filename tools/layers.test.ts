import assert from 'node:assert/strict';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** Who may import whom: a folder's own files always, beyond them these folders or single files. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  contract: ['rules'],
  networks: ['contract', 'rules'],
  sources: ['contract', 'rules'],
  render: ['contract', 'rules'],
  db: [],
  server: ['contract', 'rules', 'networks', 'sources', 'render', 'db', 'catalog'],
  web: ['contract', 'rules', 'render/layout.ts'],
  sandbox: [],
  catalog: [],
  e2e: ['contract', 'rules', 'networks', 'sources', 'render', 'db', 'server', 'web', 'sandbox', 'catalog', 'tools'],
  proof: ['contract', 'rules', 'networks', 'sources', 'render', 'db', 'server', 'web', 'sandbox', 'catalog', 'tools'],
  bench: ['contract', 'rules', 'networks', 'sources', 'render', 'db', 'server', 'web', 'sandbox', 'catalog', 'tools'],
  tools: ['contract', 'rules', 'networks', 'sources', 'render', 'db', 'server', 'web', 'sandbox', 'catalog'],
};

/** What tests and their builders (`testing.ts`, `testing-….ts`) may import on top. */
const testsMayImport = ['sandbox', 'db', 'server'];

/** Files of server/ that stand above its features: they tie them together or serve them all. */
const mayImportJobs = ['server/worker.ts', 'server/main.ts'];
const readsEnvironment = ['server/config.ts', 'sandbox/main.ts', 'db/testing.ts', 'web/vite.config.ts'];
const readsEnvironmentFolders = ['tools', 'e2e', 'bench', 'proof'];

type Import = { from: string; to: string; typeOnly: boolean };

const files = sourceFiles(['.ts', '.tsx', '.mjs']);
const imports = files.flatMap(importsOf);

describe('the layers', () => {
  test('a folder imports only what the table allows', () => {
    assert.deepEqual(lines(imports.filter(({ from, to }) => {
      const [source, target] = [folderOf(from), folderOf(to)];
      const allowed = [...mayImport[source] ?? [], ...isTest(from) ? testsMayImport : []];
      return source !== target && !allowed.includes(target) && !allowed.includes(to);
    })), []);
  });

  test('the table names every folder', () => {
    assert.deepEqual(files.map(({ path }) => folderOf(path)).filter(folder => !(folder in mayImport)), []);
  });

  test('only *.job.ts imports render, and only worker.ts and main.ts import *.job.ts', () => {
    const ofServer = imports.filter(({ from, typeOnly }) => folderOf(from) === 'server' && !isTest(from) && !typeOnly);
    assert.deepEqual(lines(ofServer.filter(({ from, to }) => folderOf(to) === 'render' && !from.endsWith('.job.ts'))), []);
    assert.deepEqual(lines(ofServer.filter(({ from, to }) => to.endsWith('.job.ts') && !mayImportJobs.includes(from))), []);
  });

  test('a feature of server/ imports only the queries of another', () => {
    assert.deepEqual(lines(imports.filter(({ from, to }) => {
      const [source, target] = [featureOf(from), featureOf(to)];
      return source !== undefined && target !== undefined && source !== target && !shared.includes(target) && !isTest(from) && !/[/-]queries\.ts$/.test(to);
    })), []);
  });

  test('only the configuration and what runs tests reads the environment', () => {
    const readers = files.filter(({ path, text }) => /\bprocess\.env\b/.test(withoutComments(text)) && !path.endsWith('.test.ts')
      && !readsEnvironment.includes(path) && !readsEnvironmentFolders.includes(folderOf(path)));
    assert.deepEqual(readers.map(({ path }) => path), []);
  });

  test('only networks/request.ts opens a socket to a network', () => {
    const sockets = /\bfetch\(|from '(undici|node:(http|https|tls|http2))'|\b(createConnection|(net|tls)\.connect)\(/;
    const openers = files.filter(({ path, text }) =>
      folderOf(path) === 'networks' && path !== 'networks/request.ts' && !isTest(path) && sockets.test(withoutComments(text)));
    assert.deepEqual(openers.map(({ path }) => path), []);
  });

  test('the imports of this project are seen at all', () => {
    assert.ok(imports.some(({ from, to }) => from === 'tools/dump-schema.ts' && to === 'db/migrate.ts'));
    assert.ok(imports.length > 50);
  });
});

/** Folders of server/ that are no features: every feature stands on them. */
const shared = ['http', 'media', 'mail', 'audit', 'start'];

function importsOf({ path, text }: SourceFile): Import[] {
  const specifiers = /(?:^|\n)\s*(?:import|export)\b(?<type>\s+type\b)?[^'"`;]*?\bfrom\s*['"](?<from>[^'"]+)['"]|(?:^|\n)\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/g;
  return [...withoutComments(text).matchAll(specifiers)].flatMap(({ groups = {} }) => {
    const specifier = groups['from'] ?? groups['bare'] ?? groups['dynamic'] ?? '';
    const to = specifier.startsWith('#') ? specifier.slice(1)
      : specifier.startsWith('.') ? normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
      : undefined;
    // A path that leads nowhere of ours is a package or the project's own package.json.
    return to === undefined || !(folderOf(to) in mayImport) ? [] : [{ from: path, to, typeOnly: groups['type'] !== undefined }];
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function folderOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function featureOf(path: string): string | undefined {
  const [folder, feature, ...rest] = path.split('/');
  return folder === 'server' && rest.length > 0 ? feature : undefined;
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /\/testing(-\w+)?\.ts$/.test(path);
}

function lines(found: readonly Import[]): string[] {
  return found.map(({ from, to }) => `${from} imports ${to}`);
}
