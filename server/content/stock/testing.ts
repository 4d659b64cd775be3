/** A server for tests of sources, with vendors played by the sandbox. */
import { whenDone } from '#db/testing-ends.ts';
import type { RemoteId, RemoteSource } from '#sources/source.ts';
import { startSources, type SourcesSandbox } from '../../../sandbox/sources/server.ts';
import { rightKey } from '../../../sandbox/sources/vendor.ts';
import { aPicture, aVideo } from '../streams/testing.ts';
import { aServer, type TestServer } from '../../app/testing/server.ts';
import { aFontFile } from '../fonts/testing.ts';

const prefixes: Readonly<Record<RemoteId, string>> = {
  openverse: 'openverse',
  pexels: 'pexels',
  pixabay: 'pixabay',
  unsplash: 'unsplash',
  'google-fonts': 'googleapis',
  jamendo: 'jamendo',
  imgflip: 'imgflip',
  youtube: 'googleapis',
  reddit: 'reddit',
  'google-trends': 'google-trends',
  twitter: 'twitter',
  openstreetmap: 'openstreetmap',
};

/** Vendors that find `matching` results until the tests end, and the settings that enable these sources. */
export async function aVendor({
  on,
  matching,
  key = rightKey,
}: {
  on: readonly RemoteId[];
  matching: number;
  key?: string;
}): Promise<{ vendors: SourcesSandbox; config: { sources: RemoteSource[]; allowPrivateHosts: string[] } }> {
  const jpg = await aPicture('jpeg', { width: 640, height: 360 });
  const files = { jpg, jpeg: jpg, mp4: await aVideo(), woff2: await aFontFile() };
  const vendors = await startSources({ matching, files });
  whenDone(() => vendors.close());
  const sources = on.map((id) => ({ id, key, baseUrl: `${vendors.url.origin}/${prefixes[id]}` }));
  return { vendors, config: { sources, allowPrivateHosts: [vendors.url.host] } };
}

/** A server with these sources enabled, a clock that tests may move, and the vendors, who find `matching` results. */
export async function aSourcesServer({
  on,
  matching = 45,
  key = rightKey,
  downloader = null,
}: {
  on: readonly RemoteId[];
  matching?: number;
  key?: string;
  downloader?: string | null;
}): Promise<{ server: TestServer; vendors: SourcesSandbox; clock: { now: Date } }> {
  const { vendors, config } = await aVendor({ on, matching, key });
  const clock = { now: new Date('2026-11-22T10:00:00Z') };
  const server = await aServer({
    clock: () => clock.now,
    config: { youtubeDownloader: downloader, ...config },
  });
  return { server, vendors, clock };
}
