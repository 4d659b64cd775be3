import { between, hashOf, pick, randomOf, type Random } from '../seed.ts';
import { playDrums } from './drums.ts';
import { hertzOf, motifOf, pitchOf, varied, voicing, type Key, type Step } from './harmony.ts';
import { master } from './master.ts';
import type { Mood } from './mood.ts';
import { echoOf } from './room.ts';
import { add, silence, type Sound } from './sound.ts';
import { play } from './voices.ts';

/** The properties of a piece. With `isLoop` it has no ending: its end continues at its start. */
export type Piece = { mood: Mood; seed: string; seconds: number; isLoop: boolean };

/** One bar of the plan: which parts play in it. */
type Bar = {
  index: number;
  at: number;
  degree: number;
  isFirst: boolean;
  isLast: boolean;
  energy: number;
  motif: readonly Step[];
};
type Band = { key: Key; beat: number; mood: Mood; random: Random; dry: Sound; wet: Sound };

/** The music of a seed: exact to the sample in length, at the target loudness, without clipping. */
export function compose({ mood, seed, seconds, isLoop }: Piece): Sound {
  const random = randomOf(hashOf(`${mood.name} ${seed}`));
  const key = { root: 45 + Math.floor(random() * 8), mode: mood.mode };
  const { bars, beat } = tempoOf(mood, seconds, random);
  const band: Band = { key, beat, mood, random, dry: silence(seconds, isLoop), wet: silence(seconds, isLoop) };
  const progression = pick(random, mood.progressions);
  const [first, second] = [motifOf(random), motifOf(random)];
  let chord: number[] = [];
  for (let index = 0; index < bars; index += 1) {
    const isLast = !isLoop && index === bars - 1;
    const degree = isLast ? 0 : (progression[index % progression.length] ?? 0);
    chord = voicing(key, degree, chord);
    const motif = phraseOf(index, { first, second, random });
    playBar(
      band,
      {
        index,
        at: index * beat * 4,
        degree,
        isFirst: index === 0,
        isLast,
        energy: energyOf(index, bars, isLoop),
        motif,
      },
      chord,
    );
  }
  add(band.dry, echoOf(band.wet, { seconds: mood.pad > 0.9 ? 2.6 : 1.5 }), mood.pad > 0.9 ? 0.9 : 0.55);
  add(band.dry, band.wet, 1);
  if (!isLoop) fadeEnds(band.dry, beat);
  master(band.dry);
  return band.dry;
}

/** As many whole bars as fit; the mood's tempo is adjusted to fill the length. */
function tempoOf(mood: Mood, seconds: number, random: Random): { bars: number; beat: number } {
  const wanted = (60 / between(random, mood.bpm[0], mood.bpm[1])) * 4;
  const bars = Math.max(1, Math.round(seconds / wanted));
  return { bars, beat: seconds / bars / 4 };
}

/** A phrase of four bars: the motif, its variation, the motif again, an answer. */
function phraseOf(
  index: number,
  { first, second, random }: { first: Step[]; second: Step[]; random: Random },
): readonly Step[] {
  const main = Math.floor(index / 8) % 2 === 0 ? first : second;
  if (index % 4 === 1) return varied(main, random);
  return index % 4 === 3 ? second : main;
}

/** How many parts play: the number grows over the first bars and drops before the end; a loop is full throughout. */
function energyOf(index: number, bars: number, isLoop: boolean): number {
  if (isLoop || bars < 6) return 1;
  const opening = Math.min(4, Math.floor(bars / 4));
  if (index < opening) return 0.35 + (0.4 * index) / opening;
  return index >= bars - 2 ? 0.4 : index % 8 === 7 ? 0.8 : 1;
}

function playBar(band: Band, bar: Bar, chord: readonly number[]): void {
  const { mood, beat, dry, random } = band;
  playPad(band, bar, chord);
  playBass(band, bar);
  if (!bar.isLast) playComp(band, bar, chord);
  if (mood.lead !== 'none' && bar.energy > 0.7 && bar.index % 8 < 7) playLead(band, bar);
  const isFill = bar.index % 8 === 7;
  const level = 0.5 * Math.max(0, bar.energy - 0.3);
  if (!bar.isLast) playDrums(dry, { at: bar.at, beat, swing: mood.swing, pattern: mood.drums, isFill, level }, random);
}

function playPad({ mood, beat, wet }: Band, { at, isLast }: Bar, chord: readonly number[]): void {
  for (const [voice, midi] of chord.entries()) {
    play(wet, 'pad', {
      at,
      seconds: beat * (isLast ? 2.4 : 3.9),
      hertz: hertzOf(midi),
      level: 0.05 * mood.pad,
      pan: 0.25 + 0.17 * voice,
    });
  }
}

const basses: Readonly<Record<string, readonly (readonly [step: number, long: number, degree: number])[]>> = {
  whole: [[0, 15, 0]],
  half: [
    [0, 7, 0],
    [8, 7, 4],
  ],
  eighths: [
    [0, 1.8, 0],
    [2, 1.8, 0],
    [4, 1.8, 0],
    [6, 1.8, 0],
    [8, 1.8, 0],
    [10, 1.8, 0],
    [12, 1.8, 0],
    [14, 1.8, 4],
  ],
  offbeat: [
    [2, 1.6, 0],
    [6, 1.6, 0],
    [10, 1.6, 0],
    [14, 1.6, 0],
  ],
  syncopated: [
    [0, 5, 0],
    [7, 2, 0],
    [10, 4, 4],
  ],
  funk: [
    [0, 2, 0],
    [3, 1, 7],
    [6, 2, 0],
    [10, 1, 4],
    [11, 1, 6],
    [14, 1.5, 7],
  ],
};

function playBass({ key, mood, beat, dry }: Band, { at, degree, energy, isLast }: Bar): void {
  const notes = isLast || energy < 0.5 ? basses.whole : basses[mood.bass];
  for (const [step, long, above] of notes ?? []) {
    const midi = pitchOf(key, degree + above) - 12;
    const seconds = (long * beat) / 4 / (isLast ? 1.6 : 1);
    play(dry, 'bass', {
      at: at + (step * beat) / 4,
      seconds,
      hertz: hertzOf(midi < 34 ? midi + 12 : midi),
      level: 0.2,
      pan: 0.5,
    });
  }
}

/** The steps of a comping bar: which voices sound at each, and for how many sixteenths. */
const comps: Readonly<Record<string, readonly (readonly [step: number, voices: readonly number[], long: number])[]>> = {
  offbeat: [2, 6, 10, 14].map((step) => [step, [1, 2, 3], 1.2]),
  pulse: [0, 2, 4, 6, 8, 10, 12, 14].map((step) => [step, step % 4 ? [2] : [0, 1, 3], 1.6]),
  arpeggio: [0, 2, 4, 6, 8, 10, 12, 14].map((step, index) => [step, [[0, 1, 2, 3, 2, 1, 3, 2][index] ?? 0], 5]),
  ostinato: [0, 2, 3, 4, 6, 8, 10, 11, 12, 14].map((step, index) => [
    step,
    [[0, 2, 1, 3, 2, 0, 2, 1, 3, 2][index] ?? 0],
    1.6,
  ]),
  lazy: [
    [0, [0, 1, 2, 3], 6],
    [7, [1, 2, 3], 3],
    [11, [1, 2], 4],
  ],
  stab: [
    [2, [1, 2, 3], 0.8],
    [5, [1, 2, 3], 0.6],
    [10, [1, 2, 3], 0.8],
    [13, [1, 2, 3], 0.6],
  ],
  sparse: [
    [0, [3], 8],
    [5, [1], 8],
    [11, [2], 8],
  ],
  strum: [0, 4, 6, 8, 12, 14].map((step) => [step, step % 8 ? [1, 2, 3] : [0, 1, 2, 3], 3]),
};

function playComp({ mood, beat, wet, random }: Band, { at, energy }: Bar, chord: readonly number[]): void {
  for (const [step, voices, long] of comps[mood.comp] ?? []) {
    const late = step % 2 ? mood.swing : 0;
    for (const [order, voice] of voices.entries()) {
      const midi =
        (chord[voice] ?? 60) +
        (mood.comp === 'arpeggio' || mood.comp === 'ostinato' || mood.comp === 'sparse' ? 12 : 0);
      // A strum takes 12 ms per string; keys are never struck at exactly the same time either.
      const delay = order * (mood.comp === 'strum' ? 0.012 : 0.003);
      const level = (0.085 / Math.sqrt(voices.length)) * (0.8 + 0.4 * random()) * (0.55 + 0.45 * energy);
      play(wet, mood.keys, {
        at: at + ((step + late) * beat) / 4 + delay,
        seconds: (long * beat) / 4,
        hertz: hertzOf(midi),
        level,
        pan: 0.36 + 0.09 * voice,
      });
    }
  }
}

function playLead({ key, mood, beat, wet, random }: Band, { at, degree, motif }: Bar): void {
  for (const step of motif) {
    const late = step.at % 2 ? mood.swing : 0;
    const midi = pitchOf(key, degree + step.degree) + 24;
    const hertz = hertzOf(midi > 84 ? midi - 12 : midi);
    const level = 0.075 * (0.8 + 0.35 * random());
    play(wet, mood.lead, {
      at: at + ((step.at + late) * beat) / 4,
      seconds: (step.long * beat) / 4,
      hertz,
      level,
      pan: 0.56,
    });
  }
}

/** Fades in over the first 20 ms and out over the last bar. */
function fadeEnds({ left, right }: Sound, beat: number): void {
  const [intro, outro] = [882, Math.min(left.length / 2, Math.round(beat * 2.2 * 44_100))];
  for (let at = 0; at < left.length; at += 1) {
    const gain = Math.min(1, at / intro, ((left.length - 1 - at) / outro) ** 1.4);
    left[at] = (left[at] ?? 0) * gain;
    right[at] = (right[at] ?? 0) * gain;
  }
}
