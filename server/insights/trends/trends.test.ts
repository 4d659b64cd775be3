import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { searchTwitter } from '#contract/insights/trends.ts';
import { messages } from '#contract/messages.ts';
import { aSourcesServer } from '../../content/stock/testing.ts';
import { aServer } from '../../app/testing/server.ts';
import { videoIdOf } from './copy-video.ts';
import { nearestPlace, places } from './places.ts';
import { aDownloader } from './testing.ts';

const all = ['reddit', 'youtube', 'google-trends', 'twitter'] as const;
const { server, vendors, clock } = await aSourcesServer({ on: all, matching: 45 });
clock.now = new Date();
const plain = await aServer();
const london = { lat: 51.5, long: -0.12 };

describe('a configured source', () => {
  test('Reddit’s results come in pages by cursor, to the end, with pictures from our own host', async () => {
    const first = await server.ask('search-reddit', { query: 'coffee', sort: 'top' });
    assert.deepEqual([first.state, first.posts.length, first.after], ['answered', 25, 't3_25']);
    assert.match(first.posts[0]?.thumbnail ?? '', /^\/found\//);
    const last = await server.ask('search-reddit', { query: 'coffee', sort: 'top', after: first.after });
    assert.deepEqual([last.posts.length, last.after], [20, '']);
    assert.ok(last.last_good_at !== null);
  });

  test('YouTube’s results come in pages of ten with figures, and null for missing ones', async () => {
    const first = await server.ask('search-youtube', { keyword: 'coffee' });
    const more = await server.ask('search-youtube', { keyword: 'coffee', next_page_token: first.next_page_token });
    assert.deepEqual([first.videos.length, more.videos.length], [10, 10]);
    assert.deepEqual(first.videos[2]?.stats, { views: 3000, like: null, comments: 7, dislike: null });
  });

  test('a YouTube search can be limited to Creative Commons, and says whether a video can be copied', async () => {
    const page = await server.ask('search-youtube', { keyword: 'coffee', license: 'Creative Commons' });
    assert.equal(page.videos.length, 10);
    assert.ok(page.videos.every((video) => video.is_creative_commons && video.credit !== null));
    assert.equal(page.can_copy, false);
  });

  test('Google’s results are the searches of a period, and say if a period is not offered', async () => {
    const day = await server.ask('google-trends', { country: 'us', timezone: -1_440 });
    const count = ({ trendingSearchesDays: days }: typeof day): number =>
      days.flatMap(({ trendingSearches }) => trendingSearches).length;
    assert.equal(count(day), 20);
    const hours = await server.ask('google-trends', { country: 'US', timezone: -180 });
    assert.ok(count(hours) < count(day) && count(hours) > 0);
    const week = await server.ask('google-trends', { country: 'US', timezone: -10_080 });
    assert.deepEqual([week.state, count(week)], ['not-offered', 0]);
  });

  test('X’s results are the trends of the nearest place', async () => {
    const { place, trends, state } = await server.ask('search-twitter', london);
    assert.deepEqual([state, place.name, trends.length], ['answered', 'London, United Kingdom', 45]);
    assert.ok(vendors.requests.some((path) => path.includes('/woeid/44418')));
    assert.equal(trends[2]?.tweet_count, null);
  });

  test('a repeated request is answered from the cache', async () => {
    await server.ask('search-reddit', { query: 'tea' });
    const asked = vendors.requests.length;
    await server.ask('search-reddit', { query: ' TEA ' });
    assert.equal(vendors.requests.length, asked);
  });

  test('a search without results says so', async () => {
    const reply = await server.call('search-reddit', { query: 'nothing' });
    assert.deepEqual([reply.code, reply.message], [200, messages.searchEnd]);
  });
});

test('a used-up quota is a state with the time of its renewal, and cached results are shown as old', async () => {
  const { server: other, vendors: failing, clock: later } = await aSourcesServer({ on: all });
  const kept = await other.ask('search-twitter', london);
  failing.fail('quota');
  const replies = [
    await other.ask('search-reddit', { query: 'sky' }),
    await other.ask('search-youtube', { keyword: 'sky' }),
    await other.ask('google-trends', { country: 'FR' }),
    await other.ask('search-twitter', { lat: 35.7, long: 139.7 }),
  ];
  assert.deepEqual(
    replies.map(({ state }) => state),
    Array(4).fill('quota-used-up'),
  );
  assert.ok(replies.every(({ again_at: again }) => again !== null));
  const resting = await other.ask('search-reddit', { query: 'sea' });
  assert.equal(resting.state, 'quota-used-up');
  later.now = new Date(later.now.getTime() + 3_600_000);
  const old = await other.ask('search-twitter', london);
  assert.deepEqual([old.state, old.trends.length], ['answered', kept.trends.length]);
  assert.ok(old.stale_since !== null);
});

test('a source that does not answer is an error in the source’s words', async () => {
  const { server: other, vendors: failing } = await aSourcesServer({ on: all });
  failing.fail('error');
  const reply = await other.call('search-reddit', { query: 'sky' });
  assert.deepEqual([reply.code, reply.message], [409, 'Reddit did not answer. Please try again later.']);
});

test('a search on X without a latitude or longitude asks for a place', () => {
  for (const input of [{}, { lat: 51.5 }, { lat: '', long: '' }, { lat: 51.5, long: null }, { lat: 51.5, long: 'x' }])
    assert.equal(searchTwitter.input.safeParse(input).error?.issues[0]?.message, messages.selectLocation);
  assert.deepEqual(searchTwitter.input.parse({ lat: '51.5', long: 0 }), { lat: 51.5, long: 0 });
});

describe('an unconfigured source', () => {
  test('an unconfigured source is a state without results', async () => {
    const states = [
      await plain.ask('search-reddit', { query: 'sky' }),
      await plain.ask('google-trends', { country: 'US', timezone: -10_080 }),
      await plain.ask('search-twitter', london),
    ].map(({ state }) => state);
    assert.deepEqual(states, Array(3).fill('not-configured'));
    const keys = await plain.ask('fetch-google-keys', {});
    assert.deepEqual(keys, { api_key: '', youtube: false, trends: false, fonts: false, reddit: false, twitter: false });
  });

  test('an unconfigured YouTube gives an error that says so', async () => {
    const reply = await plain.call('search-youtube', { keyword: 'sky' });
    assert.ok(!reply.status);
    assert.deepEqual([reply.code, reply.errors['state']], [409, 'not-configured']);
    assert.match(reply.message, /not configured/);
  });
});

test('a keyword consists of letters of any script, digits and spaces', async () => {
  for (const query of ['кофе 2026', 'कॉफ़ी', 'Kaffee'])
    assert.equal((await plain.call('search-reddit', { query })).code, 200);
  for (const query of ['', 'a&b', 'x:y', "o'neil"])
    assert.equal((await plain.call('search-reddit', { query })).code, 422);
});

test('places are countries and cities with codes, and the nearest is found across the date line', () => {
  assert.equal(new Set(places.map(({ code }) => code)).size, places.length);
  assert.equal(nearestPlace({ latitude: 48.85, longitude: 2.34 }).code, '615702');
  assert.equal(nearestPlace({ latitude: -18, longitude: -179.9 }).country, 'NZ');
});

describe('a copy of a video', () => {
  test('a copy is made only from an address on YouTube', async () => {
    assert.equal(videoIdOf('https://youtu.be/vid00000002?t=3'), 'vid00000002');
    assert.equal(videoIdOf('https://m.youtube.com/shorts/vid00000002'), 'vid00000002');
    for (const address of [
      'https://youtube.com.evil.test/watch?v=vid00000002',
      'file:///etc/passwd',
      '--exec',
      'https://youtu.be/--exec=xxxxx',
    ])
      assert.equal(videoIdOf(address), null, address);
    assert.equal((await plain.call('download-youtube-video', { url: 'https://example.com/' })).code, 422);
  });

  test('a copy is kept with its licence, and only for a video under Creative Commons', async () => {
    const { server: other } = await aSourcesServer({ on: ['youtube'], downloader: await aDownloader() });
    const copy = await other.ask('download-youtube-video', { url: 'https://youtu.be/vid00000002' });
    assert.match(copy.url, /^\/files\//);
    const library = await other.ask('fetch-library', {});
    assert.deepEqual(
      library.items.flatMap(({ licences }) => licences.map(({ source, licence }) => [source, licence])),
      [['youtube', 'CC BY 3.0']],
    );
    const [stream] = await other.ask('content-stream', { type: 'video', title: 'Clips', description: 'D' });
    const pushed = await other.ask('push-to-content-stream', { content_stream_id: stream?.id ?? '', url: copy.url });
    assert.match(pushed.description, /^.+ by .+, CC BY 3\.0$/m, 'a post of it names the author and the licence');
    const refused = await other.call('download-youtube-video', { url: 'https://youtu.be/vid00000003' });
    assert.deepEqual([refused.code, refused.message], [409, messages.youtubeNotFree]);
  });

  test('a copy needs the operator’s downloader', async () => {
    const reply = await plain.call('download-youtube-video', { url: 'https://youtu.be/vid00000002' });
    assert.deepEqual([reply.code, reply.message], [409, messages.youtubeNoDownloader]);
  });
});
