import type { LicenceRow } from '#contract/content/licences.ts';
import { familyOf } from '#sources/fonts/families.ts';
import type { FontUse } from './queries.ts';

/** The URL of a font's licence. */
const licenceUrls: Readonly<Record<string, string>> = {
  'OFL-1.1': 'https://openfontlicense.org',
  'Apache-2.0': 'https://www.apache.org/licenses/LICENSE-2.0',
};

/**
 * The bundled fonts as works, each once with all its uses and the day of the first use. A font copied from a source is
 * a work with a record of its own.
 */
export function fontRows(uses: readonly FontUse[]): LicenceRow[] {
  const known = uses.flatMap((use) => {
    const family = familyOf(use.name);
    return family === undefined ? [] : [{ ...use, family }];
  });
  return [...Map.groupBy(known, ({ family }) => family)].map(([family, found]) => ({
    kind: 'font',
    title: family.family,
    source: 'embedded',
    item: family.id,
    author: family.copyright,
    licence: family.licence,
    licence_url: licenceUrls[family.licence] ?? '',
    page_url: '',
    taken: found.map(({ made }) => made).toSorted()[0] ?? null,
    withdrawn: null,
    uses: found.map(({ of, id, title }) => ({ of, id, name: title })),
    waiting: 0,
  }));
}
