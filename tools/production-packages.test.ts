import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { z } from 'zod';
import { isTest } from './imports.ts';
import { projectDir, sourceFiles, type SourceFile } from './source-files.ts';

/** Folders that are never run in an installation without development packages. */
const onlyHere = ['bench', 'deploy', 'e2e', 'proof', 'tools'];

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) });

/** The packages that a file loads at run time, without imports of types. */
const packagesIn = ({ text }: Pick<SourceFile, 'text'>): string[] =>
  [...text.matchAll(/^(?:import(?! type\b)|export)[^;]*?from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm)]
    .map(([, named = '', late = '']) => named || late)
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));

test('an installation without development packages loads none of them', () => {
  const { devDependencies } = manifest.parse(JSON.parse(readFileSync(`${projectDir}package.json`, 'utf8')));
  const loading = sourceFiles(['.ts', '.tsx', '.mjs'])
    .filter(({ path }) => !onlyHere.includes(path.split('/')[0] ?? ''))
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => packagesIn(file).map((name) => ({ path: file.path, name })));
  assert.ok(loading.length > 100);
  assert.deepEqual(
    loading.filter(({ name }) => name in devDependencies),
    [],
  );
});

test('a package is found however it is loaded', () => {
  const text = [
    `import a from 'one';`,
    `import {\n  b,\n} from '@two/three/four';`,
    `import type { c } from 'types';`,
    `const d = await import('five/six');`,
    `export { e } from 'seven';`,
    `import { f } from './own.ts';`,
    `import g from 'node:fs';`,
  ].join('\n');
  assert.deepEqual(packagesIn({ text }), ['one', '@two/three', 'five', 'seven']);
});
