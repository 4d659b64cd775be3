import table from './palettes.json' with { type: 'json' };

/**
 * The colours of a picture as `#rrggbb`: the sky from top to horizon, the sun or moon, far and near ground, accents.
 */
export type Palette = {
  name: string;
  sky: readonly [string, string, string, string];
  sun: string;
  far: string;
  near: string;
  accents: readonly [string, string, string];
  isNight: boolean;
};

/** Every palette by name. */
export const palettes: ReadonlyMap<string, Palette> = new Map(
  table.map((row) => {
    const [top = '#000000', high = top, low = high, horizon = low] = row.sky;
    const [first = row.sun, second = first, third = second] = row.accents;
    return [row.name, { ...row, sky: [top, high, low, horizon], accents: [first, second, third] }];
  }),
);

const channelsOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hex = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The colour between two: `one` at 0, `other` at 1. */
export function mix(one: string, other: string, part: number): string {
  const to = channelsOf(other);
  return hex(channelsOf(one).map((channel, at) => channel + ((to[at] ?? channel) - channel) * part));
}

/** A colour with an opacity (0 to 1), as CSS. */
export const faded = (color: string, opacity: number): string =>
  `rgba(${channelsOf(color).join(',')},${opacity.toFixed(3)})`;

/** A colour mixed with white. */
export const lighter = (color: string, part: number): string => mix(color, '#ffffff', part);

/** A colour mixed with black. */
export const darker = (color: string, part: number): string => mix(color, '#000000', part);
