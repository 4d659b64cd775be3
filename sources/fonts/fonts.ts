import { readFile } from 'node:fs/promises';
import { pageOf } from '../paging.ts';
import type { Failure, Opened, Result, Source } from '../source.ts';
import { wordsOf } from '../words.ts';
import { families, familyOf, pathOf, type Family } from './families.ts';

const notOurs: Failure = { kind: 'refused', message: 'This font does not ship with the product.' };

const licenceUrls: Readonly<Record<string, string>> = {
  'OFL-1.1': 'https://openfontlicense.org',
  'Apache-2.0': 'https://www.apache.org/licenses/LICENSE-2.0',
};

/**
 * The typefaces that ship, found by name, category ('handwriting') or script ('greek'); without a keyword, all of them.
 */
export const embeddedFonts: Source<'font'> = {
  id: 'embedded',
  kind: 'font',
  search: async ({ keyword, cursor }) => {
    const words = wordsOf(keyword);
    return pageOf<'font'>(families.filter((family) => matches(family, words)).map(resultOf), cursor);
  },
  open: async (reference) => {
    const [id = '', face = ''] = reference.split('/');
    const family = familyOf(id);
    if (!family || !/^[a-z-]+-\d{3}-(normal|italic)$/.test(face)) return notOurs;
    const bytes = await readFace(family, face);
    return bytes ?? notOurs;
  },
};

/** The reference by which `open` returns one file of a face. */
export const faceReference = (family: Family, face: { subset: string; weight: number; style: string }): string =>
  `${family.id}/${face.subset}-${face.weight}-${face.style}`;

async function readFace(family: Family, face: string): Promise<Opened | undefined> {
  try {
    return { kind: 'bytes', contentType: 'font/woff2', bytes: await readFile(pathOf(family, face)) };
  } catch {
    // The package has no such subset, weight or style, so the reference is refused.
    return undefined;
  }
}

function matches(family: Family, words: readonly string[]): boolean {
  const text = [family.family, family.category, ...family.subsets].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function resultOf(family: Family): Result<'font'> {
  const regular = family.weights.includes(400) ? 400 : (family.weights[0] ?? 400);
  return {
    id: family.id,
    source: 'embedded',
    author: family.copyright.replace(/^Copyright (\(c\) )?[\d-]+,? /i, '').replace(/ \(https?:.*$/, ''),
    licence: family.licence,
    licenceUrl: licenceUrls[family.licence] ?? null,
    pageUrl: `https://fonts.google.com/specimen/${family.family.replaceAll(' ', '+')}`,
    attribution: null,
    family: family.family,
    category: family.category,
    weights: family.weights,
    scripts: family.subsets,
    file: faceReference(family, { subset: 'latin', weight: regular, style: 'normal' }),
  };
}
