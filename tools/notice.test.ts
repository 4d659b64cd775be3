import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { z } from 'zod';
import { families } from '#sources/fonts/families.ts';
import { fallbackPackages } from '#sources/fonts/fallback-fonts.ts';
import { remoteIds } from '#sources/source.ts';
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
// Lines are wrapped, so a searched text may span two of them.
const notice = read('NOTICE').replace(/\s+/g, ' ');
const named = z.record(z.string(), z.string()).default({});
const { dependencies, optionalDependencies } = z
  .object({ dependencies: named, optionalDependencies: named })
  .parse(JSON.parse(read('package.json')));

test('NOTICE names every package that is installed with the product', () => {
  const packages = Object.keys({ ...dependencies, ...optionalDependencies });
  assert.ok(packages.length > 50);
  assert.deepEqual(
    packages.filter((name) => !notice.includes(` ${name}, `) && !notice.includes(`(${name}), `)),
    [],
  );
});

test('NOTICE has the copyright line and the licence of every typeface', () => {
  assert.deepEqual(
    families
      .filter(({ family, licence, copyright }) => {
        const at = notice.indexOf(`${family} (@fontsource/`);
        const entry = notice.slice(at, at + 600);
        return at === -1 || !entry.includes(licence) || !entry.includes(copyright.replace(/\s+/g, ' ').trim());
      })
      .map(({ family }) => family),
    [],
  );
});

test('NOTICE has an entry for every font of further scripts', () => {
  assert.deepEqual(
    fallbackPackages
      .filter((font) => !notice.includes(`${font.family} (${font.package}), OFL-1.1.`))
      .map(({ id }) => id),
    [],
  );
});

test('NOTICE names every source, embedded or configured', () => {
  const names: Readonly<Record<(typeof remoteIds)[number], string>> = {
    openverse: 'Openverse:',
    pexels: 'Pexels:',
    pixabay: 'Pixabay:',
    unsplash: 'Unsplash:',
    'google-fonts': 'Google Fonts:',
    jamendo: 'Jamendo:',
    imgflip: 'Imgflip:',
    youtube: 'YouTube:',
    reddit: 'Reddit:',
    'google-trends': 'Google Trends:',
    twitter: 'X:',
    openstreetmap: 'OpenStreetMap:',
  };
  assert.deepEqual(
    remoteIds.filter((id) => !notice.includes(names[id])),
    [],
  );
  for (const what of ['catalog/quotes', 'sources/emoji', 'meme layouts', 'music']) assert.ok(notice.includes(what));
});
