import { loudnessOf } from './loudness.ts';
import { sampleRate, type Sound } from './sound.ts';

/** The target loudness in LUFS, which video platforms play without turning it down. */
export const targetLoudness = -16;
/** The highest sample: -1 dBFS leaves headroom for what a lossy codec adds. */
export const highestSample = 0.89;

/** Brings a sound to the target loudness; peaks are limited before they would clip. */
export function master(sound: Sound): void {
  for (let round = 0; round < 3; round += 1) {
    const gain = 10 ** ((targetLoudness - loudnessOf(sound)) / 20);
    if (Math.abs(gain - 1) < 0.01 && peakOf(sound) <= highestSample) return;
    scale(sound, gain);
    limit(sound);
  }
}

function scale({ left, right }: Sound, gain: number): void {
  for (let at = 0; at < left.length; at += 1) {
    left[at] = (left[at] ?? 0) * gain;
    right[at] = (right[at] ?? 0) * gain;
  }
}

/** The highest sample of both channels. */
export function peakOf({ left, right }: Sound): number {
  let peak = 0;
  for (let at = 0; at < left.length; at += 1) peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
  return peak;
}

/** Turns down peaks: fully at the peak, and smoothly over the 4 ms before and the 80 ms after. */
function limit({ left, right }: Sound): void {
  const gains = new Float32Array(left.length);
  for (let at = 0; at < left.length; at += 1) {
    const peak = Math.max(Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
    gains[at] = peak > highestSample ? highestSample / peak : 1;
  }
  const recover = 1 / (0.08 * sampleRate);
  const approach = 1 / (0.004 * sampleRate);
  let gain = 1;
  for (let at = 0; at < gains.length; at += 1) gains[at] = gain = Math.min(gains[at] ?? 1, gain + recover);
  gain = 1;
  for (let at = gains.length - 1; at >= 0; at -= 1) gains[at] = gain = Math.min(gains[at] ?? 1, gain + approach);
  for (let at = 0; at < left.length; at += 1) {
    left[at] = (left[at] ?? 0) * (gains[at] ?? 1);
    right[at] = (right[at] ?? 0) * (gains[at] ?? 1);
  }
}
