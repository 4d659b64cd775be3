import { svgOf } from '../drawings.ts';
import { finder } from '../words.ts';
import table from './icons.json' with { type: 'json' };

/**
 * An icon of Tabler Icons (MIT): its name, category and further search words; `filled` says whether a solid shape
 * exists.
 */
export type Icon = { name: string; category: string; tags: readonly string[]; filled: boolean };

/**
 * Every icon by name, without the crossed-out variants. Company logos (category 'Brand') remain their owners'
 * trademarks.
 */
export const icons: readonly Icon[] = table;

/** The categories by name, used as the picker's sections. */
export const iconCategories: readonly string[] = [...new Set(icons.map(({ category }) => category))].toSorted();

const byName = new Map(icons.map((icon) => [icon.name, icon]));

/** The icons that match a keyword, best match first; all of them without a keyword. */
export const findIcons: (keyword: string) => readonly Icon[] = finder(icons, ({ name, tags, category }) => ({
  name,
  tags: [...tags, category],
}));

/** An icon as SVG, 24 px square, in any CSS colour; undefined if there is no such icon, or no solid one. */
export function iconSvg(
  name: string,
  { color = '#000', filled = false }: { color?: string; filled?: boolean } = {},
): string | undefined {
  const icon = byName.get(name);
  if (!icon || (filled && !icon.filled) || !/^#[0-9a-f]{3,8}$|^[a-z]+$/i.test(color)) return undefined;
  return svgOf('tabler', filled ? `${name}-filled` : name, color);
}
