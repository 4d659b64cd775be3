import type { TextBox } from '../source.ts';
import table from './templates.json' with { type: 'json' };

/**
 * A meme without its texts. Sizes are px, positions are fractions of them (an actor's `size` is a fraction of the
 * height, its `angle` is in radians). `style` of a panel is plain, rays or dots; `tail` of a plate is none, left or
 * right.
 */
export type Template = {
  id: string;
  title: string;
  words: readonly string[];
  width: number;
  height: number;
  panels: readonly (TextBox & { color: string; style: string })[];
  plates: readonly (TextBox & { tail: string })[];
  actors: readonly { icon: string; x: number; y: number; size: number; angle: number; isMirrored: boolean }[];
  boxes: readonly TextBox[];
};

/** Every template that ships. */
export const templates: readonly Template[] = table;
