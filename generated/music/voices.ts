/** Instruments made of sine waves: soft, and not taken from a recording. */

import { sampleRate, type Sound } from './sound.ts';

/** A note: its start and length in seconds, its pitch in Hz, its loudness (0 to 1) and its pan (0 left, 1 right). */
export type Note = { at: number; seconds: number; hertz: number; level: number; pan: number };

/**
 * The sound of an instrument: partials (the strength of each harmonic), attack and release in seconds, and how fast it
 * decays.
 */
type Timbre = {
  partials: readonly number[];
  attack: number;
  release: number;
  decay: number;
  brightDecay: number;
  detune: number;
};

const timbres: Readonly<Record<string, Timbre>> = {
  pad: {
    partials: [1, 0.34, 0.2, 0.09, 0.05, 0.02],
    attack: 0.45,
    release: 0.9,
    decay: 0,
    brightDecay: 0,
    detune: 0.0035,
  },
  strings: {
    partials: [1, 0.5, 0.34, 0.22, 0.14, 0.08, 0.05],
    attack: 0.16,
    release: 0.35,
    decay: 0.1,
    brightDecay: 0.4,
    detune: 0.003,
  },
  piano: {
    partials: [1, 0.42, 0.24, 0.12, 0.07, 0.04, 0.02],
    attack: 0.004,
    release: 0.22,
    decay: 1.5,
    brightDecay: 3.6,
    detune: 0.0007,
  },
  electric: {
    partials: [1, 0.2, 0.05, 0.1, 0.02, 0, 0.03],
    attack: 0.005,
    release: 0.25,
    decay: 1.2,
    brightDecay: 4.5,
    detune: 0.0015,
  },
  guitar: {
    partials: [1, 0.55, 0.36, 0.2, 0.13, 0.08, 0.05, 0.03],
    attack: 0.003,
    release: 0.15,
    decay: 2.1,
    brightDecay: 6,
    detune: 0.0008,
  },
  pluck: { partials: [1, 0.28, 0.16, 0.05], attack: 0.003, release: 0.18, decay: 4.2, brightDecay: 9, detune: 0.001 },
  bell: {
    partials: [1, 0.06, 0.02, 0.22, 0, 0, 0.05],
    attack: 0.004,
    release: 0.6,
    decay: 2.2,
    brightDecay: 5,
    detune: 0.0012,
  },
  saw: {
    partials: [1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.14, 0.12, 0.1],
    attack: 0.008,
    release: 0.14,
    decay: 2,
    brightDecay: 7,
    detune: 0.004,
  },
  bass: { partials: [1, 0.32, 0.1, 0.03], attack: 0.006, release: 0.08, decay: 0.7, brightDecay: 4, detune: 0 },
};

const tableSize = 2048;
const tables = new Map<string, { dull: Float32Array; bright: Float32Array }>();

/** One period of the fundamental alone, and one of the other partials. */
function tablesOf(name: string, { partials }: Timbre): { dull: Float32Array; bright: Float32Array } {
  let made = tables.get(name);
  if (!made) {
    made = { dull: new Float32Array(tableSize + 1), bright: new Float32Array(tableSize + 1) };
    for (let at = 0; at <= tableSize; at += 1) {
      const angle = (2 * Math.PI * at) / tableSize;
      made.dull[at] = (partials[0] ?? 1) * Math.sin(angle);
      made.bright[at] = partials.slice(1).reduce((sum, level, index) => sum + level * Math.sin((index + 2) * angle), 0);
    }
    tables.set(name, made);
  }
  return made;
}

/** Adds a note of an instrument to a sound; in a loop, what rings past the end continues at the start. */
export function play(sound: Sound, instrument: string, note: Note): void {
  const timbre = timbres[instrument] ?? timbres.pluck;
  if (!timbre) return;
  const { dull, bright } = tablesOf(instrument, timbre);
  const voices = timbre.detune > 0 ? [1 - timbre.detune, 1 + timbre.detune] : [1];
  for (const [index, detune] of voices.entries()) {
    const spread = voices.length > 1 ? (index === 0 ? -0.12 : 0.12) : 0;
    addVoice(
      sound,
      { ...note, hertz: note.hertz * detune, level: note.level / voices.length, pan: note.pan + spread },
      timbre,
      { dull, bright },
    );
  }
}

function addVoice(
  sound: Sound,
  { at, seconds, hertz, level, pan }: Note,
  timbre: Timbre,
  { dull, bright }: { dull: Float32Array; bright: Float32Array },
): void {
  const { left, right, isLoop } = sound;
  const start = Math.round(at * sampleRate);
  const count = Math.round((seconds + timbre.release) * sampleRate);
  const step = (hertz / sampleRate) * tableSize;
  const angle = (Math.min(1, Math.max(0, pan)) * Math.PI) / 2;
  const [toLeft, toRight] = [level * Math.cos(angle), level * Math.sin(angle)];
  const [fade, dim] = [Math.exp(-timbre.decay / sampleRate), Math.exp(-timbre.brightDecay / sampleRate)];
  const [attack, held, release] = [timbre.attack * sampleRate, seconds * sampleRate, timbre.release * sampleRate];
  let phase = (start * 0.37) % tableSize;
  let [strength, shine] = [1, 1];
  for (let index = 0; index < count; index += 1) {
    let position = start + index;
    if (position >= left.length) {
      if (!isLoop) return;
      position %= left.length;
    }
    const whole = phase | 0;
    const part = phase - whole;
    const low = (dull[whole] ?? 0) + part * ((dull[whole + 1] ?? 0) - (dull[whole] ?? 0));
    const high = (bright[whole] ?? 0) + part * ((bright[whole + 1] ?? 0) - (bright[whole] ?? 0));
    const rise = index < attack ? index / attack : 1;
    const fall = index > held ? (1 - (index - held) / release) ** 2 : 1;
    const value = (low + high * shine) * strength * rise * fall;
    left[position] = (left[position] ?? 0) + value * toLeft;
    right[position] = (right[position] ?? 0) + value * toRight;
    strength *= fade;
    shine *= dim;
    phase += step;
    if (phase >= tableSize) phase -= tableSize;
  }
}
