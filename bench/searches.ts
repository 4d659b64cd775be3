import { rightKey } from '../sandbox/sources/vendor.ts';
import { startSources } from '../sandbox/sources/server.ts';
import { openRig, type Rig } from './rig.ts';
import { atMost, ms, quantile, type Figure } from './table.ts';

const repeats = 100;

/** Searches through the server: the built-in source's first page, and a page of a vendor that is already cached. */
export async function measureSearches(): Promise<Figure[]> {
  const vendors = await startSources({ matching: 45 });
  const remotes = [{ id: 'pexels', key: rightKey, baseUrl: `${vendors.url.origin}/pexels` }] as const;
  const [plain, withVendor] = [await openRig(), await openRig({ remotes })];
  try {
    const first = await timed(plain, 'sky');
    const builtIn = await several(plain, 'dog');
    await timed(withVendor, 'sky');
    const kept = await several(withVendor, 'sky');
    return [
      atMost('search-media, built in, the first since the start', first, 300, ms),
      atMost('search-media, built in, p95', quantile(builtIn, 0.95), 300, ms),
      atMost('search-media, kept page of a vendor, p95', quantile(kept, 0.95), 50, ms),
    ];
  } finally {
    await plain.stop();
    await withVendor.stop();
    await vendors.close();
  }
}

async function several(rig: Rig, keyword: string): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < repeats; at += 1) taken.push(await timed(rig, keyword));
  return taken;
}

/** How long a search takes, ms. */
async function timed({ url, owner }: Rig, keyword: string): Promise<number> {
  const began = performance.now();
  const reply = await fetch(`${url}/api/search-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: owner.token },
    body: JSON.stringify({ keyword, search_type: 'image' }),
  });
  await reply.text();
  if (!reply.ok) throw new Error(`search-media answered ${reply.status}`);
  return performance.now() - began;
}
