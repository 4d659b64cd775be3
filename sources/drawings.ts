import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const packages = createRequire(import.meta.url);

/**
 * The drawings of an Iconify package: the inner SVG of each by name. `sizePx` is the side of the square they are drawn
 * in.
 */
type Drawings = { sizePx: number; bodies: ReadonlyMap<string, string> };

const read = new Map<string, Drawings>();

/**
 * A drawing of a package as a complete SVG with `color` in place of `currentColor`; undefined if the name is unknown.
 * NOTE the first call for a package parses its file: 9 MB and about 80 ms for fluent-emoji-flat.
 */
export function svgOf(set: 'fluent-emoji-flat' | 'tabler', name: string, color = 'currentColor'): string | undefined {
  const { sizePx, bodies } = drawingsOf(set);
  const body = bodies.get(name);
  if (body === undefined) return undefined;
  const inner = color === 'currentColor' ? body : body.replaceAll('currentColor', color);
  const box = `width="${sizePx}" height="${sizePx}" viewBox="0 0 ${sizePx} ${sizePx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${inner}</svg>`;
}

function drawingsOf(set: string): Drawings {
  let drawings = read.get(set);
  if (!drawings) {
    const parsed: unknown = JSON.parse(readFileSync(packages.resolve(`@iconify-json/${set}/icons.json`), 'utf8'));
    drawings = { sizePx: sideOf(parsed), bodies: new Map(bodiesOf(parsed)) };
    read.set(set, drawings);
  }
  return drawings;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const sideOf = (set: unknown): number =>
  isObject(set) && 'width' in set && typeof set.width === 'number' ? set.width : 24;

function bodiesOf(set: unknown): [string, string][] {
  const icons: Readonly<Record<string, unknown>> =
    isObject(set) && 'icons' in set && isObject(set.icons) ? { ...set.icons } : {};
  return Object.entries(icons).flatMap(([name, icon]): [string, string][] =>
    isObject(icon) && 'body' in icon && typeof icon.body === 'string' ? [[name, icon.body]] : [],
  );
}
