import assert from 'node:assert/strict';
import { afterAll, afterEach, describe, test } from 'vitest';
import { openHttp } from '../../outbound/request.ts';
import { startSources, type SourceFault } from '../../sandbox/sources/server.ts';
import { facesIn } from '../faces.ts';
import type { Failure, Found, Kind, Source } from '../source.ts';
import type { Access } from './ask.ts';
import { jamendoMusic } from './jamendo.ts';
import { googleFonts, imgflipMemes } from './lists.ts';
import { openverseImages, openverseMusic } from './openverse.ts';
import { pexelsImages, pexelsVideos } from './pexels.ts';
import { pixabayImages, pixabayVideos } from './pixabay.ts';
import { unsplashImages } from './unsplash.ts';

const key = 'sandbox-key';
const matching = 45;
const sandbox = await startSources({ matching });
const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => Promise.all([sandbox.close(), http.close()]));
afterEach(() => sandbox.fail(null));

const signal = new AbortController().signal;
const accessTo = (prefix: string, withKey = key): Access => ({
  http,
  baseUrl: new URL(`${sandbox.url.origin}/${prefix}`),
  key: withKey,
});

type Case = {
  name: string;
  make: (withKey?: string) => Source<Kind>;
  perPage: number;
  all: number;
  hasQuota: boolean;
  hasKey: boolean;
  empty: number;
};
const cases: readonly Case[] = [
  {
    name: 'Pexels photos',
    make: (own) => pexelsImages(accessTo('pexels', own)),
    perPage: 20,
    all: matching,
    hasQuota: true,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Pexels videos',
    make: (own) => pexelsVideos(accessTo('pexels', own)),
    perPage: 20,
    all: matching,
    hasQuota: true,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Pixabay images',
    make: (own) => pixabayImages(accessTo('pixabay', own)),
    perPage: 20,
    all: matching,
    hasQuota: true,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Pixabay videos',
    make: (own) => pixabayVideos(accessTo('pixabay', own)),
    perPage: 20,
    all: matching,
    hasQuota: true,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Openverse images',
    make: (own) => openverseImages(accessTo('openverse', own)),
    perPage: 20,
    all: matching,
    hasQuota: false,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Openverse music',
    make: (own) => openverseMusic(accessTo('openverse', own)),
    perPage: 20,
    all: matching,
    hasQuota: false,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Unsplash',
    make: (own) => unsplashImages(accessTo('unsplash', own)),
    perPage: 20,
    all: matching,
    hasQuota: true,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Jamendo',
    make: (own) => jamendoMusic(accessTo('jamendo', own)),
    perPage: 19,
    all: matching - 1,
    hasQuota: false,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Google Fonts',
    make: (own) => googleFonts(accessTo('googleapis', own)),
    perPage: 20,
    all: matching,
    hasQuota: false,
    hasKey: true,
    empty: 0,
  },
  {
    name: 'Imgflip',
    make: (own) => imgflipMemes(accessTo('imgflip', own)),
    perPage: 20,
    all: matching,
    hasQuota: false,
    hasKey: false,
    empty: 20,
  },
];

const search = (source: Source<Kind>, keyword: string, cursor: string | null = null): Promise<Found<Kind> | Failure> =>
  source.search({ keyword, cursor, signal });

async function allOf(source: Source<Kind>, keyword: string): Promise<Found<Kind>['results'][number][]> {
  const results: Found<Kind>['results'][number][] = [];
  let cursor: string | null = null;
  do {
    const page: Found<Kind> | Failure = await search(source, keyword, cursor);
    assert.ok(page.kind === 'found', JSON.stringify(page));
    results.push(...page.results);
    assert.ok(results.length <= matching && (page.results.length > 0 || page.next === null), 'the pages have an end');
    cursor = page.next;
  } while (cursor !== null);
  return results;
}

const failures: readonly [SourceFault, Failure['kind']][] = [
  ['quota', 'rateLimited'],
  ['error', 'unreachable'],
  ['broken', 'unreadable'],
  ['odd', 'unreadable'],
  ['half', 'unreachable'],
  ['cut', 'unreachable'],
];

for (const { name, make, perPage, all, hasQuota, hasKey, empty } of cases) {
  describe(name, () => {
    test(`${name} returns pages up to the end, each result once, with author, licence and a link`, async () => {
      const source = make();
      const first = await search(source, 'family meme');
      const keyword =
        first.kind === 'found' && first.results.length > 0
          ? 'family meme'
          : name === 'Google Fonts'
            ? 'family'
            : 'meme';
      const results = await allOf(source, keyword);
      assert.equal(results.length, all);
      assert.equal(new Set(results.map(({ id }) => id)).size, all);
      const page = await search(source, keyword);
      assert.ok(page.kind === 'found');
      assert.equal(page.results.length, perPage);
      assert.equal(page.quota !== null, hasQuota);
      if (hasQuota) assert.ok((page.quota?.left ?? 0) > 0);
      for (const { author, licence, pageUrl, source: id } of results) {
        assert.ok(author !== '' && licence !== '' && id === source.id);
        assert.match(pageUrl ?? '', /^https:\/\//);
      }
    });

    test(`${name} ends a search for a keyword without results`, async () => {
      const page = await search(make(), 'nothing');
      assert.ok(page.kind === 'found');
      assert.equal(page.results.length, empty);
    });

    for (const [fault, kind] of failures) {
      test(`${name} reports ${fault} as ${kind}, in words without the key`, async () => {
        sandbox.fail(fault);
        const answer = await search(make(), 'sky');
        assert.equal(answer.kind, kind);
        assert.ok(!JSON.stringify(answer).includes(key));
        assert.ok(!JSON.stringify(answer).includes('127.0.0.1'));
      });
    }

    if (hasKey) {
      test(`${name} reports a wrong key as unauthorized`, async () => {
        assert.equal((await search(make('wrong'), 'sky')).kind, 'unauthorized');
      });
    }

    test(`${name} ends a search at once when the person cancels it`, async () => {
      sandbox.fail('slow');
      const leave = new AbortController();
      const searching = make().search({ keyword: 'sky', cursor: null, signal: leave.signal });
      leave.abort();
      assert.equal((await searching).kind, 'unreachable');
    });
  });
}

test('a source that takes too long is unreachable', async () => {
  sandbox.fail('slow');
  const source = pexelsImages({ ...accessTo('pexels'), timeoutMs: 60 });
  assert.equal((await source.search({ keyword: 'sky', cursor: null, signal })).kind, 'unreachable');
});

test('a found file opens as a download from the hosts of its source, and any other address is refused', async () => {
  const source = pexelsVideos(accessTo('pexels'));
  const page = await source.search({ keyword: 'sky', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const [video] = page.results;
  assert.match(video?.file ?? '', /1920\.mp4$/);
  const opened = await source.open(video?.file ?? '', { signal });
  assert.ok(opened.kind === 'download');
  assert.deepEqual([opened.url.hostname, opened.cacheSeconds, opened.mayKeep], ['videos.pexels.com', 86_400, true]);
  for (const reference of [
    'https://example.com/a.mp4',
    'http://videos.pexels.com/a.mp4',
    'https://evilpexels.com/',
    'file:///etc/passwd',
    '',
  ]) {
    assert.equal((await source.open(reference, { signal })).kind, 'refused', reference);
  }
});

test('the use of an Unsplash picture is reported to Unsplash, and no copy is stored', async () => {
  const source = unsplashImages(accessTo('unsplash'));
  const page = await source.search({ keyword: 'sky', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const file = page.results[0]?.file ?? '';
  const opened = await source.open(file, { signal });
  assert.ok(opened.kind === 'download' && !opened.mayKeep);
  assert.equal(await source.used?.(file, { signal }), null);
  assert.equal(sandbox.requests.at(-1), '/unsplash/photos/download?ixid=1');
  assert.equal(
    (await source.used?.('https://images.unsplash.com/x https://example.com/report', { signal }))?.kind,
    'refused',
  );
});

test('a list that a source returns whole is requested once a day', async () => {
  const source = googleFonts(accessTo('googleapis'));
  const before = sandbox.requests.length;
  for (const keyword of ['family', 'serif', 'nothing']) await source.search({ keyword, cursor: null, signal });
  assert.equal(sandbox.requests.length - before, 1);
});

test('a Google font names each of its faces, and opens them only from Google’s hosts', async () => {
  const source = googleFonts(accessTo('googleapis'));
  const [four, one] = await allOf(source, 'family');
  const faces = [four, one].map((font) => facesIn(font && 'family' in font ? font.file : ''));
  assert.deepEqual(
    faces.map((all) => all.map(({ isBold, isItalic }) => [isBold, isItalic])),
    [
      [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ],
      [[false, false]],
    ],
  );
  for (const { reference } of faces.flat()) {
    const opened = await source.open(reference, { signal });
    assert.deepEqual(opened.kind === 'download' && opened.url.hostname, 'fonts.gstatic.com');
  }
  assert.equal((await source.open('https://example.com/a.woff2', { signal })).kind, 'refused');
});

test('Jamendo offers only tracks that may be downloaded', async () => {
  const results = await allOf(jamendoMusic(accessTo('jamendo')), 'calm');
  assert.ok(!results.some(({ id }) => id === '3'));
});
