import type { Rect } from './geometry.ts';

/**
 * A step of drawing as plain data; px on the stage. `picture` names a loaded picture. Equal lists over equal pictures
 * draw equal pixels, so a list is a cache key.
 */
export type Op =
  | { op: 'fill'; rect: Rect; colour: string }
  | { op: 'picture'; picture: string; from: Rect; to: Rect; opacity: number }
  | { op: 'blurred'; picture: string; from: Rect; to: Rect }
  | { op: 'box'; rect: Rect; radius: number; colour: string; opacity: number }
  | { op: 'glyphs'; path: string; x: number; y: number; colour: string; slant: number; stroke: number };

/** The name of an emoji's picture. */
export const emojiPicture = (grapheme: string): string => `emoji:${grapheme}`;

/** Raised with every change of what an op draws, so that earlier cached pictures are not used. */
export const drawingVersion = 2;
