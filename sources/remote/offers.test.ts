/** Whether a source says that it still offers a work. */
import assert from 'node:assert/strict';
import { afterAll, afterEach, describe, test } from 'vitest';
import { openHttp } from '../../outbound/request.ts';
import { startSources, type SourceFault } from '../../sandbox/sources/server.ts';
import type { Kind, Source } from '../source.ts';
import { youtubeTrends } from '../trends/youtube.ts';
import type { Access } from './ask.ts';
import { jamendoMusic } from './jamendo.ts';
import { googleFonts, imgflipMemes } from './lists.ts';
import { openverseImages } from './openverse.ts';
import { pexelsImages, pexelsVideos } from './pexels.ts';
import { pixabayImages, pixabayVideos } from './pixabay.ts';
import { unsplashImages } from './unsplash.ts';

const sandbox = await startSources({ matching: 45 });
const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => Promise.all([sandbox.close(), http.close()]));
afterEach(() => sandbox.fail(null));
const signal = new AbortController().signal;
const accessTo = (prefix: string): Access => ({
  http,
  baseUrl: new URL(`${sandbox.url.origin}/${prefix}`),
  key: 'sandbox-key',
});

type Case = { make: () => Source<Kind>; there: string; gone: string; page?: (id: string) => string };
const cases: Readonly<Record<string, Case>> = {
  'Pexels, a photo': {
    make: () => pexelsImages(accessTo('pexels')),
    there: '7',
    gone: '8',
    page: (id) => `https://www.pexels.com/photo/blue-sky-${id}/`,
  },
  'Pexels, a video': {
    make: () => pexelsVideos(accessTo('pexels')),
    there: '17',
    gone: '18',
    page: (id) => `https://www.pexels.com/video/waves-${id}/`,
  },
  'Pixabay, an image': {
    make: () => pixabayImages(accessTo('pixabay')),
    there: '27',
    gone: '28',
    page: (id) => `https://pixabay.com/photos/sky-${id}/`,
  },
  'Pixabay, a video': {
    make: () => pixabayVideos(accessTo('pixabay')),
    there: '37',
    gone: '38',
    page: (id) => `https://pixabay.com/videos/id-${id}/`,
  },
  Unsplash: { make: () => unsplashImages(accessTo('unsplash')), there: 'u7', gone: 'u8' },
  Jamendo: { make: () => jamendoMusic(accessTo('jamendo')), there: '7', gone: '8' },
  'Google Fonts': { make: () => googleFonts(accessTo('googleapis')), there: 'Family 7', gone: 'Family 8' },
  YouTube: { make: () => youtubeTrends(accessTo('googleapis')), there: 'vid00000007', gone: 'vid00000008' },
};
const faults: readonly SourceFault[] = ['quota', 'error', 'broken', 'odd', 'half', 'cut'];

for (const { gone } of Object.values(cases)) sandbox.withdraw(gone);

for (const [name, { make, there, gone, page }] of Object.entries(cases))
  describe(name, () => {
    const offers = async (id: string, pageUrl = page?.(id) ?? '') => make().offers?.({ id, pageUrl }, { signal });

    test(`${name} says what is offered, and what is gone`, async () => {
      assert.deepEqual(await offers(there), { kind: 'offered' });
      assert.deepEqual(await offers(gone), { kind: 'gone' });
      assert.deepEqual(await offers('../../etc', page?.('0')), { kind: 'gone' });
    });

    for (const fault of faults)
      test(`${name} gives no verdict with the fault ${fault}`, async () => {
        sandbox.fail(fault);
        const answer = await offers(gone);
        assert.ok(answer !== undefined && !['offered', 'gone', 'other'].includes(answer.kind), answer?.kind);
      });
  });

test('a photo is not searched for among the videos, nor a video among the photos', async () => {
  const [photo, video] = ['https://www.pexels.com/photo/1/', 'https://www.pexels.com/video/1/'];
  const [image, clip] = ['https://pixabay.com/photos/a-1/', 'https://pixabay.com/videos/a-1/'];
  const before = sandbox.requests.length;
  for (const [source, pageUrl] of [
    [pexelsImages(accessTo('pexels')), video],
    [pexelsVideos(accessTo('pexels')), photo],
    [pixabayImages(accessTo('pixabay')), clip],
    [pixabayVideos(accessTo('pixabay')), image],
  ] as const)
    assert.deepEqual(await source.offers?.({ id: '1', pageUrl }, { signal }), { kind: 'other' });
  assert.equal(sandbox.requests.length, before);
});

test('a track that may no longer be downloaded is not offered', async () => {
  const answer = await jamendoMusic(accessTo('jamendo')).offers?.({ id: '3', pageUrl: '' }, { signal });
  assert.deepEqual(answer, { kind: 'gone' });
});

test('an index of external works and a list of the best-known works give no verdict', () => {
  assert.equal(openverseImages(accessTo('openverse')).offers, undefined);
  assert.equal(imgflipMemes(accessTo('imgflip')).offers, undefined);
});
