/**
 * Colour arithmetic for brands whose colours are known only at run time: shades, and legible pairs of text and
 * background.
 */

type Rgb = readonly [number, number, number];

/** The lowest contrast WCAG 2.2 AA allows for text. */
export const legible = 4.5;

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance of a hex colour, 0 to 1. Source: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** WCAG contrast of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` (0 to 1) of the second colour mixed into the first, like CSS's `color-mix(in srgb, …)`. */
export function mix(hex: string, other: string, share: number): string {
  const [a, b] = [parse(hex), parse(other)];
  const part = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;
  return format([part(0), part(1), part(2)]);
}

/** The colour, moved towards black or white just far enough to reach a contrast with a background. */
export function adjustFor(hex: string, background: string, wanted = legible): string {
  const pole = luminance(background) > 0.18 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(hex, pole, share);
    if (contrast(tried, background) >= wanted) return tried;
  }
  return pole;
}

/** Two brand colours adjusted to carry text, and that text's colour: the one that needs smaller adjustments. */
export type Carrier = { first: string; second: string; text: string };

/** `'#9461fc', '#EF1564'` -> slightly darker under white; `'#ffe600', '#b0ff00'` -> unchanged, under near-black. */
export function carrierOf(first: string, second: string): Carrier {
  const darkText = '#15161d';
  const light = luminance(first) + luminance(second) > 0.9;
  const text = light ? darkText : '#ffffff';
  return { first: adjustFor(first, text), second: adjustFor(second, text), text };
}

/** Ten shades from the lightest to the darkest; shade 6 carries white text (or black, for a light brand colour). */
export function shadesOf(
  hex: string,
): [string, string, string, string, string, string, string, string, string, string] {
  const filled = luminance(hex) > 0.45 ? hex : adjustFor(hex, '#ffffff', 4.6);
  const lighter = (share: number) => mix(filled, '#ffffff', share);
  const darker = (share: number) => mix(filled, '#0c0a14', share);
  return [
    lighter(0.94),
    lighter(0.86),
    lighter(0.7),
    lighter(0.5),
    lighter(0.3),
    lighter(0.13),
    filled,
    darker(0.14),
    darker(0.28),
    darker(0.44),
  ];
}
