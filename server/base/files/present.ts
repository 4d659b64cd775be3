import type { LibraryFile } from '#contract/content/library.ts';
import { fileAddress } from '../lib/file-address.ts';
import type { FileRow } from './file-queries.ts';

const mostPeaks = 1000;

/**
 * The lowest and the highest sample (-128 to 127) of at most a thousand equal stretches, alternately: enough to draw a
 * waveform.
 */
export function peaksOf(peaks: Buffer): number[] {
  const pairs = peaks.length >> 1;
  const stretches = Math.min(pairs, mostPeaks);
  return Array.from({ length: stretches }, (_none, at) => {
    const [from, to] = [Math.floor((at * pairs) / stretches), Math.floor(((at + 1) * pairs) / stretches)];
    let [lowest, highest] = [127, -128];
    for (let pair = from; pair < to; pair += 1) {
      lowest = Math.min(lowest, peaks.readInt8(2 * pair));
      highest = Math.max(highest, peaks.readInt8(2 * pair + 1));
    }
    return [lowest, highest];
  }).flat();
}

/** A file as replies show it. */
export const presentFile = (row: FileRow): LibraryFile => ({
  id: row.id,
  url: fileAddress(row.name),
  thumb: row.thumbnail_state === 'ready' ? fileAddress(row.thumbnail_name) : null,
  kind: row.kind,
  size_bytes: Number(row.size_bytes),
  width: row.width,
  height: row.height,
  duration_ms: row.duration_ms,
  peaks: row.peaks === null ? null : peaksOf(row.peaks),
});
