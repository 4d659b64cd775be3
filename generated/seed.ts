/** Numbers that look random and are the same on every machine: everything generated follows from a seed. */

/** Returns the next number, from 0 up to but not including 1. */
export type Random = () => number;

/** A 32-bit hash of a text (FNV-1a, finished by the mixer of MurmurHash3). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The numbers of a seed (mulberry32: period 2^32, good enough for pictures and melodies, not for secrets). */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number between two bounds. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** A whole number from 0 up to but not including `count`. */
export const below = (random: Random, count: number): number => Math.floor(random() * count);

/** A random element of a list; throws if it is empty. */
export function pick<Item>(random: Random, list: readonly Item[]): Item {
  const item = list[below(random, list.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
