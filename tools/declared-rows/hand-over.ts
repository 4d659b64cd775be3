/**
 * The sites for the workers of a run: parsing the sources costs 0.8 s of a processor, reading what one process has
 * parsed 10 ms.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Site } from './site.ts';

/** The environment variable that names the file with the sites. */
const sitesVariable = 'AGENCYREEL_DECLARED_ROWS';

/** Stores the sites for the processes that this one starts from now on. */
export function handOver(sites: readonly Site[], path: string): void {
  writeFileSync(path, serialize(sites));
  process.env[sitesVariable] = path;
}

/** The sites that the process which started this one has stored. */
export function handedOver(): readonly Site[] {
  const path = process.env[sitesVariable];
  if (path === undefined) throw new Error(`${sitesVariable} is not set: tools/vitest-global.ts sets it`);
  // What handOver() has written, so a list of sites.
  // oxlint-disable-next-line typescript/no-unsafe-return
  return deserialize(readFileSync(path));
}
