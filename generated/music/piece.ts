import type { Piece } from './compose.ts';
import { moods } from './mood.ts';

/** The longest piece that can be made, in seconds. */
export const longestSeconds = 600;

/**
 * The piece of a reference: `calm.1f3a90bc.60`, with `.loop` for one without an ending. Any whole length from 2
 * seconds.
 */
export function pieceOf(reference: string): Piece | undefined {
  const [, name = '', seed = '', length = '', loop] =
    /^([a-z]+)\.([0-9a-f]{8})\.(\d{1,3})(\.loop)?$/.exec(reference) ?? [];
  const [mood, seconds] = [moods.get(name), Number(length)];
  if (!mood || seconds < 2 || seconds > longestSeconds) return undefined;
  return { mood, seed, seconds, isLoop: loop !== undefined };
}
