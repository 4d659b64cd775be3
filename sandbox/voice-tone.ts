/** A tone instead of speech: 16-bit little-endian samples of one channel, 60 ms per character. */
export function toneFor(text: string, rate: number): Buffer {
  const samples = Math.round(Math.min(600, Math.max(0.2, text.length * 0.06)) * rate);
  const bytes = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 220 * at) / rate)), at * 2);
  return bytes;
}
