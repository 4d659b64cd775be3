/** Reproducible randomness: everything that a seed decides is drawn from one of these generators. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number;
  /** At least `least`, less than `most`. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** A whole number from `from` to `to`, both inclusive. */
  int(from: number, to: number): number;
  /** One of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** One of the keys, in proportion to its weight; null if all weights are 0. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K | null;
};

/** The random numbers of a seed: Mulberry32, whose 32 bits of state are plenty for some thousand decisions. */
export function randomOf(seed: number): Random {
  // Mixes the seed: neighbouring seeds must not begin alike.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    weighed: <K extends string>(weights: Readonly<Record<K, number>>): K | null => {
      const keys = keysOf(weights);
      let rest = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        rest -= weights[key];
        if (rest < 0) return key;
      }
      return null;
    },
  };
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  const isKey = (key: string): key is K => key in record;
  return Object.keys(record).filter(isKey);
}
