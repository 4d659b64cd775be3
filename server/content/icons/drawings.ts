/** The drawings of emoji and icons by name or by character. */
import { emoji, emojiSvg } from '#sources/emoji/emoji.ts';
import { iconSvg } from '#sources/icons/icons.ts';

type Icon = { set: 'emoji' | 'icon'; sign: string };

/** An icon as SVG, drawn in `colour`, solid if its name ends so; undefined if there is none of this name. */
export function iconDrawing({ set, sign }: Icon, colour = 'currentColor'): string | undefined {
  if (set === 'emoji') return emojiSvg(sign);
  const name = sign.replace(/-filled$/, '');
  return iconSvg(name, { color: colour, filled: name !== sign });
}

const variation = /\u{FE0F}/gu;
const byCharacters = new Map(emoji.map((each) => [each.emoji.replaceAll(variation, ''), each.icon]));

/** An emoji as SVG by its characters, with or without the variation selector that asks for colour. */
export const emojiDrawing = (characters: string): string | undefined =>
  emojiSvg(byCharacters.get(characters.replaceAll(variation, '')) ?? '');
