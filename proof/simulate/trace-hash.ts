/** Hashes of traces: whether two versions of the engine take the same steps, without keeping the steps. */

import { createHash } from 'node:crypto';

/** The hash of one seed's trace. */
export const hashOfTrace = (trace: readonly string[]): string =>
  createHash('sha256').update(trace.join('\n')).digest('hex');

/** One hash of the hashes of many seeds, in whatever order they have ended: 16 hexadecimal digits. */
export function hashOfSeeds(hashes: ReadonlyMap<number, string>): string {
  const lines = [...hashes].toSorted(([one], [other]) => one - other).map(([seed, hash]) => `${seed} ${hash}`);
  return hashOfTrace(lines).slice(0, 16);
}
