import type { Random } from '../seed.ts';

/** A smooth curve between 0 and 1 with period 1. */
export type Line = (at: number) => number;

/** A curve with `bumps` hills of random height per period. */
export function lineOf(random: Random, bumps: number): Line {
  const values = Array.from({ length: bumps }, random);
  return (at) => {
    const index = (at - Math.floor(at)) * bumps;
    const left = Math.floor(index);
    const part = index - left;
    const smooth = part * part * (3 - 2 * part);
    const from = values[left % bumps] ?? 0;
    const to = values[(left + 1) % bumps] ?? 0;
    return from + (to - from) * smooth;
  };
}

/** Hills on hills: each of the `octaves` has twice the bumps and `gain` times the height of the one before. */
export function roughOf(
  random: Random,
  { bumps, octaves, gain = 0.5 }: { bumps: number; octaves: number; gain?: number },
): Line {
  const lines = Array.from({ length: octaves }, (_, octave) => lineOf(random, bumps * 2 ** octave));
  const whole = lines.reduce((sum, _, octave) => sum + gain ** octave, 0);
  return (at) => lines.reduce((sum, line, octave) => sum + line(at) * gain ** octave, 0) / whole;
}

/** Sharp peaks: a rough curve folded at its middle. */
export function peaksOf(random: Random, bumps: number): Line {
  const lines = Array.from({ length: 6 }, (_, octave) => lineOf(random, bumps * 2 ** octave));
  return (at) => lines.reduce((sum, line, octave) => sum + (1 - Math.abs(2 * line(at) - 1)) * 0.48 ** octave, 0) / 1.9;
}
