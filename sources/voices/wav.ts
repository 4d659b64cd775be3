/** Sound as 16-bit samples of one channel. */

/** Samples and their rate per second. */
export type Pcm = { samples: Int16Array; rate: number };

const headerBytes = 44;

/** Writes a WAV file. */
export function wavOf({ samples, rate }: Pcm): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** Reads a WAV file of one channel with 16 bits; null for any other file. */
export function pcmOf(wav: Buffer): Pcm | null {
  if (wav.length < headerBytes || wav.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (wav.readUInt16LE(22) !== 1 || wav.readUInt16LE(34) !== 16) return null;
  const data = wav.indexOf('data', 36, 'latin1');
  if (data < 0) return null;
  const bytes = wav.subarray(data + 8);
  const samples = new Int16Array(Math.floor(bytes.length / 2));
  for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(at * 2);
  return { samples, rate: wav.readUInt32LE(24) };
}

/** Anything below a hundredth of full scale is silence; this much of it stays at both ends. */
const [silence, marginSeconds] = [328, 0.03];
/** The mean level of what is not silent, and the highest sample, both as fractions of full scale. */
const [meanLevel, highestLevel] = [0.12, 0.89];

/** Trims silence from both ends and brings speech to a common level; null if there is only silence. */
export function tidied({ samples, rate }: Pcm): Pcm | null {
  const first = samples.findIndex((sample) => Math.abs(sample) > silence);
  if (first < 0) return null;
  const last = samples.findLastIndex((sample) => Math.abs(sample) > silence);
  const margin = Math.round(marginSeconds * rate);
  const heard = samples.slice(Math.max(0, first - margin), last + margin + 1);
  let [energy, loud, peak] = [0, 0, 1];
  for (const sample of heard) {
    peak = Math.max(peak, Math.abs(sample));
    if (Math.abs(sample) <= silence) continue;
    energy += sample * sample;
    loud++;
  }
  const gain = Math.min((meanLevel * 32_768) / Math.sqrt(energy / loud), (highestLevel * 32_768) / peak);
  return { samples: heard.map((sample) => Math.round(sample * gain)), rate };
}
