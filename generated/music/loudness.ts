import { sampleRate, type Sound } from './sound.ts';

/**
 * The loudness of a sound in LUFS by ITU-R BS.1770-4: K-weighted, blocks of 400 ms every 100 ms, gated at -70 and then
 * at 10 below the mean. The filters are those of the standard, computed for 44.1 kHz.
 * https://www.itu.int/rec/R-REC-BS.1770.
 */
export function loudnessOf({ left, right }: Sound): number {
  const hop = sampleRate / 10;
  const energies = energiesOf(weighted(left), weighted(right), hop);
  const blocks = energies
    .slice(0, Math.max(0, energies.length - 3))
    .map((_, at) => energies.slice(at, at + 4).reduce((sum, each) => sum + each, 0) / 4);
  const loud = blocks.filter((energy) => levelOf(energy) > -70);
  const gate = levelOf(mean(loud)) - 10;
  return levelOf(mean(loud.filter((energy) => levelOf(energy) > gate)));
}

const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);
const levelOf = (energy: number): number => -0.691 + 10 * Math.log10(Math.max(energy, 1e-12));

function energiesOf(left: Float32Array, right: Float32Array, hop: number): number[] {
  return Array.from({ length: Math.floor(left.length / hop) }, (_, block) => {
    let sum = 0;
    for (let at = block * hop; at < (block + 1) * hop; at += 1) sum += (left[at] ?? 0) ** 2 + (right[at] ?? 0) ** 2;
    return sum / hop;
  });
}

type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

const weighted = (samples: Float32Array): Float32Array => filter(filter(samples, shelf()), highPass());

/** The pre-filter: +4 dB above about 1,680 Hz. */
function shelf(): Biquad {
  const [hertz, gain, q] = [1_681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * hertz) / sampleRate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

/** The high-pass filter at about 38 Hz. */
function highPass(): Biquad {
  const [hertz, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * hertz) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}

function filter(samples: Float32Array, [b0, b1, b2, a1, a2]: Biquad): Float32Array {
  const out = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let at = 0; at < samples.length; at += 1) {
    const x = samples[at] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[at] = y;
  }
  return out;
}
