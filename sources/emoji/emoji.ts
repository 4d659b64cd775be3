import { svgOf } from '../drawings.ts';
import { finder } from '../words.ts';
import table from './emoji.json' with { type: 'json' };

/**
 * An emoji: the character, its English name, its group and further search words. Names and words are emojibase's (MIT);
 * `icon` is the name of its drawing in fluent-emoji-flat (MIT).
 */
export type Emoji = { emoji: string; label: string; group: string; tags: readonly string[]; icon: string };

/** Every emoji that has a drawing, in Unicode's order, without skin tones and flags of countries. */
export const emoji: readonly Emoji[] = table;

/** The groups in Unicode's order, used as the picker's tabs. */
export const emojiGroups: readonly string[] = [...new Set(emoji.map(({ group }) => group))];

const icons = new Set(emoji.map(({ icon }) => icon));

/** The emoji that match a keyword, best match first; all of them without a keyword. */
export const findEmoji: (keyword: string) => readonly Emoji[] = finder(emoji, ({ label, tags }) => ({
  name: label,
  tags,
}));

/** Whether a drawing with this name exists. */
export const isActor = (icon: string): boolean => icons.has(icon);

/** The drawing of an emoji as SVG, 32 px square; undefined if the name is unknown. */
export const emojiSvg = (icon: string): string | undefined =>
  icons.has(icon) ? svgOf('fluent-emoji-flat', icon) : undefined;
