/** The theme of the agency's website, as an archive that WordPress installs. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { familyOf, pathOf } from '#sources/fonts/families.ts';
import type { Making } from './means.ts';
import { sectionIn, siteIn, type Section, type Site } from './website.ts';

type Entry = { name: string; bytes: Buffer | string };

const packages = createRequire(import.meta.url);
/** The width of pictures on pages, px: wide enough for a page's column on a high-resolution screen. */
const pictureSize = { width: 1200, height: 800 };

/** The files of the theme: its folder, a pattern for each section, the pictures and the fonts. */
export async function themeFiles(
  folder: string,
  { files, making }: { files: readonly string[]; making: Pick<Making, 'sources' | 'signal'> },
): Promise<Entry[]> {
  const site = await siteIn(folder);
  const named = (name: string, bytes: Buffer | string): Entry => ({ name: `${site.theme}/${name}`, bytes });
  const entries: Entry[] = [];
  for (const file of inFolder(files, 'theme/')) entries.push(named(file, await readFile(join(folder, 'theme', file))));
  for (const file of inFolder(files, 'sections/'))
    entries.push(named(`patterns/${file.replace('.blocks', '.php')}`, await patternOf(folder, { file, site })));
  for (const [name, reference] of Object.entries(site.pictures))
    entries.push(named(`assets/${name}`, await picture(reference, making)));
  for (const file of fontsOf(site)) entries.push(named(`assets/fonts/${file.name}`, await readFile(file.path)));
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const inFolder = (files: readonly string[], folder: string): string[] =>
  files.flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []));

async function patternOf(folder: string, { file, site }: { file: string; site: Site }): Promise<string> {
  const section = await sectionIn(folder, file.replace('.blocks', ''));
  return `${patternHead(section, site)}${withAddresses(section.blocks)}\n`;
}

function patternHead({ name, title, categories, inserter }: Section, { theme }: Site): string {
  const lines = [
    `Title: ${title}`,
    `Slug: ${theme}/${name}`,
    ...(categories.length > 0 ? [`Categories: ${categories.join(', ')}`] : []),
    ...(inserter ? [] : ['Inserter: no']),
  ];
  return `<?php\n/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n?>\n`;
}

/** The addresses of the site and of the theme, looked up when a page is created. */
const withAddresses = (blocks: string): string =>
  blocks
    .replaceAll(/\{\{site\}\}([^"]*)/g, "<?php echo esc_url( home_url( '$1' ) ); ?>")
    .replaceAll(/\{\{theme\}\}\/([^"]*)/g, "<?php echo esc_url( get_theme_file_uri( '$1' ) ); ?>");

async function picture(reference: string, { sources, signal }: Pick<Making, 'sources' | 'signal'>): Promise<Buffer> {
  const [embedded] = (await sources.of('image')).filter(({ id }) => id === 'embedded');
  const opened = await embedded?.open(reference, { signal, size: pictureSize });
  if (opened?.kind !== 'bytes') throw new Error(`${reference} is not one of our pictures`);
  return Buffer.from(opened.bytes);
}

/** The Latin files of the fonts, and the licence of each. */
function fontsOf({ fonts }: Site): { name: string; path: string }[] {
  const faces = fonts.map(({ family, weight }) => {
    const known = familyOf(family);
    if (known === undefined) throw new Error(`${family} is not one of our typefaces`);
    return { name: `${family}-${weight}.woff2`, path: pathOf(known, `latin-${weight}-normal`) };
  });
  const licences = [...new Set(fonts.map(({ family }) => family))].map((family) => ({
    name: `${family}-licence.txt`,
    path: packages.resolve(`@fontsource/${family}/LICENSE`),
  }));
  return [...faces, ...licences];
}
