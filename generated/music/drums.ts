import type { Random } from '../seed.ts';
import { sampleRate, type Sound } from './sound.ts';

/** A hit: which drum, its position in the bar (sixteenths, 0 to 15) and its loudness. */
type Hit = readonly [drum: Drum, step: number, level: number];
type Drum = 'kick' | 'snare' | 'hat' | 'open' | 'shaker' | 'clap' | 'tom' | 'brush' | 'rim';

const every = (drum: Drum, steps: readonly number[], level: number): Hit[] => steps.map((step) => [drum, step, level]);
const eighths = [0, 2, 4, 6, 8, 10, 12, 14];
const sixteenths = Array.from({ length: 16 }, (_, step) => step);

/** The hits of each pattern. */
const patterns: Readonly<Record<string, readonly Hit[]>> = {
  four: [
    ...every('kick', [0, 4, 8, 12], 0.9),
    ...every('clap', [4, 12], 0.5),
    ...every('open', [2, 6, 10, 14], 0.28),
    ...every('hat', sixteenths, 0.1),
  ],
  light: [...every('kick', [0, 8], 0.7), ...every('rim', [4, 12], 0.32), ...every('shaker', eighths, 0.2)],
  toms: [...every('tom', [0, 6, 8, 14], 0.65), ...every('shaker', [4, 12], 0.14)],
  boombap: [...every('kick', [0, 7, 10], 0.8), ...every('snare', [4, 12], 0.5), ...every('hat', eighths, 0.2)],
  funk: [
    ...every('kick', [0, 3, 6, 10], 0.8),
    ...every('snare', [4, 12], 0.6),
    ...every('snare', [7, 9, 15], 0.1),
    ...every('hat', sixteenths, 0.16),
    ['open', 14, 0.2],
  ],
  brush: [...every('kick', [0, 8], 0.3), ...every('brush', [4, 12], 0.3), ...every('shaker', [0, 4, 8, 12], 0.08)],
  shaker: [...every('kick', [0, 8], 0.55), ...every('shaker', sixteenths, 0.14), ...every('clap', [4, 12], 0.22)],
  none: [],
};

type Bar = { at: number; beat: number; swing: number; pattern: string; isFill: boolean; level: number };

/**
 * Adds a bar of drums; a fill adds a few hits at its end. Every second sixteenth is delayed by `swing` of a sixteenth.
 */
export function playDrums(sound: Sound, { at, beat, swing, pattern, isFill, level }: Bar, random: Random): void {
  const hits = [...(patterns[pattern] ?? [])];
  if (isFill && hits.length > 0)
    for (const step of [12, 13, 14, 15])
      hits.push([pattern === 'toms' ? 'tom' : 'snare', step, 0.16 + 0.05 * (step - 12)]);
  for (const [drum, step, strength] of hits) {
    const late = step % 2 ? swing : 0;
    const human = 0.82 + 0.36 * random();
    hit(sound, { drum, at: at + ((step + late) * beat) / 4, level: level * strength * human }, random);
  }
}

/**
 * The sound of each drum: its length in seconds, its pitch and how that falls, and how much of it is noise and how
 * bright.
 */
const kit: Readonly<
  Record<
    Drum,
    { seconds: number; hertz: number; drop: number; tone: number; noise: number; bright: number; pan: number }
  >
> = {
  kick: { seconds: 0.28, hertz: 46, drop: 110, tone: 1, noise: 0.02, bright: 0.2, pan: 0.5 },
  tom: { seconds: 0.5, hertz: 64, drop: 50, tone: 0.9, noise: 0.06, bright: 0.15, pan: 0.45 },
  snare: { seconds: 0.2, hertz: 178, drop: 60, tone: 0.35, noise: 0.5, bright: 0.6, pan: 0.52 },
  rim: { seconds: 0.06, hertz: 820, drop: 200, tone: 0.5, noise: 0.25, bright: 0.7, pan: 0.4 },
  clap: { seconds: 0.18, hertz: 900, drop: 0, tone: 0, noise: 0.7, bright: 0.75, pan: 0.55 },
  hat: { seconds: 0.05, hertz: 0, drop: 0, tone: 0, noise: 0.8, bright: 0.97, pan: 0.62 },
  open: { seconds: 0.22, hertz: 0, drop: 0, tone: 0, noise: 0.7, bright: 0.96, pan: 0.62 },
  shaker: { seconds: 0.09, hertz: 0, drop: 0, tone: 0, noise: 0.7, bright: 0.93, pan: 0.34 },
  brush: { seconds: 0.3, hertz: 0, drop: 0, tone: 0, noise: 0.5, bright: 0.8, pan: 0.45 },
};

function hit(
  { left, right, isLoop }: Sound,
  { drum, at, level }: { drum: Drum; at: number; level: number },
  random: Random,
): void {
  const { seconds, hertz, drop, tone, noise, bright, pan } = kit[drum];
  const start = Math.round(at * sampleRate);
  const count = Math.round(seconds * sampleRate);
  const [toLeft, toRight] = [level * Math.cos((pan * Math.PI) / 2), level * Math.sin((pan * Math.PI) / 2)];
  let [phase, before, high] = [0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    let position = start + index;
    if (position >= left.length) {
      if (!isLoop) return;
      position %= left.length;
    }
    const fall = Math.exp((-5 * index) / count);
    phase += (2 * Math.PI * (hertz + drop * Math.exp(-index / (0.028 * sampleRate)))) / sampleRate;
    const raw = 2 * random() - 1;
    high = bright * (high + raw - before);
    before = raw;
    const value = (tone * Math.sin(phase) + noise * high) * fall * Math.min(1, index / 40);
    left[position] = (left[position] ?? 0) + value * toLeft;
    right[position] = (right[position] ?? 0) + value * toRight;
  }
}
