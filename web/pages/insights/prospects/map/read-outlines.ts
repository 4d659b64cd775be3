import address from 'world-atlas/countries-50m.json?url';
import { landOf, topology, type Land } from './outlines.ts';

/** Loads the outlines of the world, which come with the product. Throws if they cannot be loaded. */
export async function readOutlines(signal: AbortSignal): Promise<Land[]> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`the outlines are answered ${response.status}`);
  return landOf(topology.parse(await response.json()));
}
