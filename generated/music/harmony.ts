import { below, pick, type Random } from '../seed.ts';

/** Semitones of each degree above the root. */
const modes: Readonly<Record<string, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
};

/** A key: the MIDI number of its root and its mode. */
export type Key = { root: number; mode: string };

/** The MIDI number of a degree of a key; degree 7 is the octave of degree 0. */
export function pitchOf({ root, mode }: Key, degree: number): number {
  const scale = modes[mode] ?? modes.major ?? [0];
  const octave = Math.floor(degree / 7);
  return root + 12 * octave + (scale[degree - 7 * octave] ?? 0);
}

/** The frequency of a MIDI number, Hz. */
export const hertzOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

/** A chord of four voices around the middle of the keyboard, each as close as possible to the chord before. */
export function voicing(key: Key, degree: number, before: readonly number[]): number[] {
  const tones = [0, 2, 4, 6].map((step) => pitchOf(key, degree + step));
  const middle = before.length > 0 ? before : [55, 60, 64, 67];
  const used = new Set<number>();
  return middle.map((near, voice) => {
    const tone = tones[voice] ?? near;
    const nearest = tone + 12 * Math.round((near - tone) / 12);
    const placed = used.has(nearest) ? nearest + 12 : Math.min(74, Math.max(50, nearest));
    used.add(placed);
    return placed;
  });
}

/** A note of a melody: its position and length in sixteenths, and its distance from the chord's root in degrees. */
export type Step = { at: number; long: number; degree: number };

const rhythms: readonly (readonly number[])[] = [
  [0, 4, 6, 8, 12],
  [0, 3, 6, 10],
  [0, 6, 8, 14],
  [2, 4, 8, 10, 12],
  [0, 8, 12],
  [0, 4, 8, 11, 14],
];

/** A motif of one bar: chord tones on strong beats, steps between them elsewhere. */
export function motifOf(random: Random): Step[] {
  const starts = pick(random, rhythms);
  let degree = pick(random, [0, 2, 4]);
  return starts.map((at, index) => {
    if (index > 0)
      degree =
        at % 4 === 0
          ? pick(
              random,
              [0, 2, 4, 7].filter((tone) => Math.abs(tone - degree) < 5),
            )
          : degree + pick(random, [-1, 1, 1]);
    return { at, long: Math.min(6, (starts[index + 1] ?? 16) - at), degree };
  });
}

/** A motif with one of its later notes changed, and sometimes the last one held. */
export function varied(motif: readonly Step[], random: Random): Step[] {
  const changed = 1 + below(random, Math.max(1, motif.length - 1));
  return motif.map((step, index) =>
    index === changed ? { ...step, degree: step.degree + pick(random, [-2, -1, 1, 2]) } : step,
  );
}
