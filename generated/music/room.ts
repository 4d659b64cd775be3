import { sampleRate, silence, type Sound } from './sound.ts';

/**
 * The delays, in samples, of the comb and all-pass filters of a Schroeder reverb; those of the right channel are
 * slightly longer.
 */
const combs = [1557, 1617, 1491, 1422, 1277, 1356];
const passes = [225, 556, 441];
const spread = 23;

/** The reverb of a sound in a hall. In a loop, the end's reverb is heard at the start, so it runs twice. */
export function echoOf(sound: Sound, { seconds }: { seconds: number }): Sound {
  const echo = silence(sound.left.length / sampleRate, sound.isLoop);
  fill(sound.left, echo.left, { seconds, shift: 0, isLoop: sound.isLoop });
  fill(sound.right, echo.right, { seconds, shift: spread, isLoop: sound.isLoop });
  return echo;
}

function fill(
  from: Float32Array,
  to: Float32Array,
  { seconds, shift, isLoop }: { seconds: number; shift: number; isLoop: boolean },
): void {
  const lines = combs.map((delay) => ({
    buffer: new Float32Array(delay + shift),
    at: 0,
    low: 0,
    gain: 10 ** ((-3 * (delay + shift)) / sampleRate / seconds),
  }));
  const diffusers = passes.map((delay) => ({ buffer: new Float32Array(delay + shift), at: 0 }));
  const warmUp = isLoop ? Math.min(from.length, Math.round(seconds * sampleRate)) : 0;
  for (let index = -warmUp; index < from.length; index += 1) {
    const input = from[index < 0 ? from.length + index : index] ?? 0;
    let sum = 0;
    for (const line of lines) {
      const out = line.buffer[line.at] ?? 0;
      line.low = out * 0.72 + line.low * 0.28;
      line.buffer[line.at] = input + line.low * line.gain;
      line.at = line.at + 1 === line.buffer.length ? 0 : line.at + 1;
      sum += out;
    }
    for (const line of diffusers) {
      const out = line.buffer[line.at] ?? 0;
      line.buffer[line.at] = sum + out * 0.5;
      line.at = line.at + 1 === line.buffer.length ? 0 : line.at + 1;
      sum = out - sum * 0.5;
    }
    if (index >= 0) to[index] = sum * 0.16;
  }
}
