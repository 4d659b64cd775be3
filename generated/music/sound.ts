/** Samples a second. */
export const sampleRate = 44_100;

/** Stereo samples between -1 and 1. In a loop, sound that rings past the end is added to the start. */
export type Sound = { left: Float32Array; right: Float32Array; isLoop: boolean };

/** Silence. */
export const silence = (seconds: number, isLoop = false): Sound => {
  const count = Math.round(seconds * sampleRate);
  return { left: new Float32Array(count), right: new Float32Array(count), isLoop };
};

/** Adds one sound to another of the same length. */
export function add(to: Sound, from: Sound, level: number): void {
  for (let at = 0; at < to.left.length; at += 1) {
    to.left[at] = (to.left[at] ?? 0) + level * (from.left[at] ?? 0);
    to.right[at] = (to.right[at] ?? 0) + level * (from.right[at] ?? 0);
  }
}

/** A sound as a WAV file: 16 bit, stereo. */
export function wavOf({ left, right }: Sound): Uint8Array {
  const file = Buffer.alloc(44 + left.length * 4);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(left.length * 4, 40);
  const samples = new Int16Array(left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    samples[2 * at] = Math.round(32_767 * (left[at] ?? 0));
    samples[2 * at + 1] = Math.round(32_767 * (right[at] ?? 0));
  }
  file.set(new Uint8Array(samples.buffer), 44);
  return file;
}
