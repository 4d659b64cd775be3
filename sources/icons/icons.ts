import { svgOf } from '../drawings.ts';
import { finder } from '../words.ts';
import table from './icons.json' with { type: 'json' };

/**
 * An icon of Tabler Icons (MIT): its name, category and further words by which it is found; `filled`: also as a solid
 * shape.
 */
export type Icon = { name: string; category: string; tags: readonly string[]; filled: boolean };

/**
 * Every icon by name; the crossed-out variants are left out. Signs of companies (category 'Brand') stay their
 * trademarks.
 */
export const icons: readonly Icon[] = table;

/** Categories by name, as the picker's sections. */
export const iconCategories: readonly string[] = [...new Set(icons.map(({ category }) => category))].toSorted();

const byName = new Map(icons.map((icon) => [icon.name, icon]));

/** The icons for a keyword, the best first; all for none. */
export const findIcons: (keyword: string) => readonly Icon[] = finder(icons, ({ name, tags, category }) => ({
  name,
  tags: [...tags, category],
}));

/** An icon as SVG, 24 px square, in a colour (any CSS colour); undefined if there is none, or no solid one. */
export function iconSvg(
  name: string,
  { color = '#000', filled = false }: { color?: string; filled?: boolean } = {},
): string | undefined {
  const icon = byName.get(name);
  if (!icon || (filled && !icon.filled) || !/^#[0-9a-f]{3,8}$|^[a-z]+$/i.test(color)) return undefined;
  return svgOf('tabler', filled ? `${name}-filled` : name, color);
}
