/** Hints for a person about a slide before it is rendered. */
import { overlap } from './geometry.ts';
import type { TextStyle } from './project.ts';
import type { SlideLayout } from './slide.ts';

/** A hint about one slide. `ratio` is WCAG's contrast ratio, `size` is for a stage 640 wide. */
export type Hint =
  | { kind: 'low-contrast'; ratio: number }
  | { kind: 'text-over-logo' }
  | { kind: 'text-over-watermark' }
  | { kind: 'text-shrunk'; wanted: number; size: number }
  | { kind: 'no-glyphs'; graphemes: readonly string[] };

/**
 * WCAG 2.2, 1.4.3 (www.w3.org/TR/WCAG22/#contrast-minimum): 3 for large text, and text on a slide is
 * large.
 */
const leastContrast = 3;

/**
 * The hints of a slide. `ground` is the mean colour (#rrggbb) behind the text, if known; without it and without a box
 * contrast is not judged.
 */
export function hintsOf(layout: SlideLayout, style: TextStyle, ground: string | null): Hint[] {
  const { text, logo, watermark } = layout;
  if (text === null) return [];
  const ratio = contrastBehind(style, ground);
  return [
    ...(ratio !== null && ratio < leastContrast ? [{ kind: 'low-contrast', ratio } as const] : []),
    ...(logo !== null && overlap(text.box, logo) ? [{ kind: 'text-over-logo' } as const] : []),
    ...(watermark !== null && overlap(text.box, watermark) ? [{ kind: 'text-over-watermark' } as const] : []),
    ...(text.shrunk === null
      ? []
      : [{ kind: 'text-shrunk', wanted: text.shrunk.wanted, size: text.shrunk.taken } as const]),
    ...(text.missing.length === 0 ? [] : [{ kind: 'no-glyphs', graphemes: text.missing } as const]),
  ];
}

function contrastBehind({ colour, box }: TextStyle, ground: string | null): number | null {
  if (box !== null && box.opacity === 1) return contrastOf(colour, box.colour);
  if (ground === null) return null;
  return contrastOf(colour, box === null ? ground : mixed(box.colour, ground, box.opacity));
}

/** The contrast ratio of two colours (#rrggbb), 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function mixed(over: string, under: string, opacity: number): string {
  const below = channelsOf(under);
  const channels = channelsOf(over).map((value, index) =>
    Math.round(value * opacity + (below[index] ?? 0) * (1 - opacity)),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
