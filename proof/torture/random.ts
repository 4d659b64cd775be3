/** Numbers that look random and come again with the same seed. */
export type Random = {
  /** 0 to 1, without 1. */
  next(): number;
  between(least: number, most: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
};

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to choose victims by. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
