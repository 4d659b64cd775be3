/** The help of one site: the catalogue with the changes of the site's owner. */
import categories from '#catalog/help/categories.json' with { type: 'json' };
import type { Data } from '#contract/index.ts';
import { catalogueOf, picturePath } from './catalogue.ts';
import { keptHtmlOf } from './kept-html.ts';
import type { SiteRow } from './queries.ts';

type Groups = Data<'help/fetch-article'>;
type Item = Groups[number]['items'][number];

/** The name of an own article in addresses. */
export const ownName = (id: string): string => `own-${id}`;
/** The id of an own article by its name; null for a shipped one. */
export const ownId = (name: string): string | null => /^own-([1-9]\d{0,17})$/.exec(name)?.[1] ?? null;

const addressOf = (picture: string): string => `/help-pictures/${picture}.webp`;

/** Every article of a site with its category; missing pictures are left out. */
async function itemsOf(dataDir: string, rows: readonly SiteRow[]): Promise<(Item & { category: string })[]> {
  const htmlBy = new Map<SiteRow, string>();
  for (const row of rows) if (row.content !== null && !row.is_hidden) htmlBy.set(row, await keptHtmlOf(row.content));
  const changes = new Map(rows.flatMap((row) => (row.article === null ? [] : [[row.article, row] as const])));
  const { entries } = catalogueOf(dataDir);
  // An article without a picture of its own has the picture of its category.
  const first = new Map(
    entries.toReversed().flatMap(({ category, picture }) => (picture === null ? [] : [[category, picture]])),
  );
  const standard = entries.flatMap((entry): (Item & { category: string })[] => {
    const change = changes.get(entry.id);
    if (change?.is_hidden === true) return [];
    const isReplaced = change !== undefined && change.content !== null;
    const picture = entry.picture ?? first.get(entry.category) ?? '';
    const hasPicture = picturePath(dataDir, `${picture}.webp`) !== undefined;
    return [
      {
        id: entry.id,
        category: isReplaced ? change.category : entry.category,
        title: isReplaced ? change.title : entry.title,
        feature_url: hasPicture ? addressOf(picture) : '',
        created: entry.date,
        content: isReplaced ? (htmlBy.get(change) ?? '') : entry.html,
        topics: entry.topics,
        popular: entry.popular,
        screens: entry.screens,
      },
    ];
  });
  const own = rows.flatMap((row): (Item & { category: string })[] =>
    row.article !== null || row.is_hidden
      ? []
      : [
          {
            id: ownName(row.id),
            category: row.category,
            title: row.title,
            feature_url: '',
            created: '',
            content: htmlBy.get(row) ?? '',
            topics: [],
            popular: null,
            screens: [],
          },
        ],
  );
  return [...standard, ...own];
}

const brandedWith =
  (brand: string | null) =>
  (text: string): string =>
    brand === null ? text : text.replaceAll('{brand}', () => brand);

/** The categories of a site with their articles, empty ones left out; `brand` null leaves `{brand}` in the texts. */
export async function groupsOf(
  dataDir: string,
  { rows, brand }: { rows: readonly SiteRow[]; brand: { name: string; html: string } | null },
): Promise<Groups> {
  const items = await itemsOf(dataDir, rows);
  const inWords = brandedWith(brand?.name ?? null);
  const inHtml = brandedWith(brand?.html ?? null);
  return categories.flatMap(({ id, name }) => {
    const own = items
      .filter((item) => item.category === id)
      .map(({ category: _category, ...item }) => ({
        ...item,
        title: inWords(item.title),
        content: inHtml(item.content),
      }));
    if (own.length === 0) return [];
    const tags = [...new Set(own.flatMap(({ topics }) => topics))];
    return [{ category_id: id, tags, name, logo: own.find((item) => item.feature_url)?.feature_url ?? '', items: own }];
  });
}
