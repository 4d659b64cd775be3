import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Modules of the contract without schemas. The build replaces effects.ts by its computed tables. */
const plain = /^#contract\/(?:\w+\/)?(?:\w+-)*(?:messages|effects|list-options)\.ts$/;
/** The modules that load schemas and zod in the browser: those that open a stored document. */
const loads = new RegExp(
  [
    '^web/video-creator/|^web/image-editor/',
    '^web/pages/content/(videos/create-video|streams/stream-editor/make-video)\\.tsx',
  ].join('|'),
);

test('pages load no schemas of the contract: zod is a tenth of their script', () => {
  const found = sourceFiles(['.ts', '.tsx'])
    .filter(({ path }) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path) && !loads.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type\b)(?:\{([^}]*)\}|\* as \w+) from '(#contract\/[^']+)';/gm)]
        .filter(([, names = '*', from = '']) => !plain.test(from) && !names.split(',').every(isType))
        .map(([, , from = '']) => `${path}: ${from}`),
    );
  assert.deepEqual(found, []);
});

const isType = (name: string): boolean => name.trim() === '' || name.trim().startsWith('type ');
