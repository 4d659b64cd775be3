import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { searchTypes } from '#contract/content/stock.ts';
import { aServer } from '../../app/testing/server.ts';
import { listSources } from './states.ts';
import { aSourcesServer } from './testing.ts';

const plain = await aServer();
const sky = { keyword: 'sky', search_type: 'image' } as const;

describe('search without any key', () => {
  test('every kind has a first page of built-in results', async () => {
    for (const kind of searchTypes) {
      const found = await plain.ask('search-media', { keyword: kind === 'font' ? 'sans' : 'love', search_type: kind });
      assert.ok(found.length > 0 && found.length <= 20, kind);
      assert.ok(found.every(({ source, stale_since: stale }) => source === 'embedded' && stale === null));
    }
  });

  test('the pages of a search have no duplicates and end with an empty page and a message', async () => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await plain.call('search-media', { ...sky, page });
      assert.ok(reply.status);
      if (reply.data.length === 0) {
        assert.deepEqual([page, reply.code, reply.message], [9, 200, messages.searchEnd]);
        break;
      }
      ids.push(...reply.data.map(({ id }) => id));
    }
    assert.equal(new Set(ids).size, ids.length);
  });

  test('the message at the end is the one in the specification', () => {
    assert.equal(messages.searchEnd, "we don't have more results for this keyword");
  });

  test('a search without a keyword is refused', async () => {
    const reply = await plain.call('search-media', { keyword: ' ', search_type: 'quote' });
    assert.ok(!reply.status);
    assert.deepEqual([reply.code, reply.errors['keyword']], [422, 'Keyword is required']);
  });

  test('every URL in a search result is on this host', async () => {
    for (const kind of searchTypes) {
      const found = await plain.ask('search-media', { keyword: 'dog', search_type: kind });
      for (const result of found)
        for (const [name, value] of Object.entries<unknown>({ ...result }))
          if (['image', 'thumb', 'url'].includes(name)) assert.match(String(value), /^\/found\/[\w-]{22}\.[\w-]+$/);
    }
  });
});

test('the first source in order answers a search, and keeps it even when it fails later', async () => {
  const { server, vendors, clock } = await aSourcesServer({ on: ['pexels', 'pixabay'] });
  const sources = async (page: number) =>
    (await server.ask('search-media', { ...sky, page })).map(({ source }) => source);
  assert.deepEqual(new Set(await sources(1)), new Set(['pexels']));
  vendors.fail('error');
  const reply = await server.call('search-media', { ...sky, page: 2 });
  assert.deepEqual([reply.code, reply.status, reply.message], [409, false, 'Pexels is not available right now.']);
  vendors.fail(null);
  clock.now = new Date(clock.now.getTime() + 61_000);
  assert.deepEqual(new Set(await sources(2)), new Set(['pexels']));
  assert.equal((await sources(3)).length, 5);
  assert.deepEqual(await sources(4), []);
});

test('a source that fails on the first page is skipped, down to the built-in one', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels', 'pixabay'] });
  vendors.fail('broken');
  const first = await server.ask('search-media', sky);
  const second = await server.ask('search-media', { ...sky, page: 2, source: first[0]?.source });
  assert.deepEqual(new Set([...first, ...second].map(({ source }) => source)), new Set(['embedded']));
  const states = await server.db.asSystem((tx) => listSources(tx, server.services.config.sources));
  assert.deepEqual(
    states.map(({ source, answeredAt, failure }) => [source, answeredAt, failure !== null]),
    [
      ['pexels', null, true],
      ['pixabay', null, true],
    ],
  );
});

test('a search is cached, and the cached page is used and marked while its source fails', async () => {
  const { server, vendors, clock } = await aSourcesServer({ on: ['pexels'] });
  const began = clock.now;
  await server.ask('search-media', { ...sky, keyword: '  Sky ' });
  await server.ask('search-media', { ...sky, page: 2 });
  await server.ask('search-media', { ...sky, page: 2 });
  assert.equal(vendors.requests.length, 2);
  clock.now = new Date(began.getTime() + 7 * 3_600_000);
  vendors.fail('error');
  const stale = await server.ask('search-media', { ...sky, page: 2 });
  assert.deepEqual(new Set(stale.map((result) => result.stale_since)), new Set([began.toISOString()]));
  clock.now = new Date(began.getTime() + 25 * 3_600_000);
  assert.equal((await server.call('search-media', { ...sky, page: 2, source: 'pexels' })).code, 409);
});

test('the number of remaining requests is stored for the operator', async () => {
  const { server } = await aSourcesServer({ on: ['pexels', 'pixabay'] });
  await server.ask('search-media', sky);
  const [pexels, pixabay] = await server.db.asSystem((tx) => listSources(tx, server.services.config.sources));
  assert.ok(pexels?.quotaLeft !== null && pexels?.answeredAt !== null);
  assert.deepEqual([pixabay?.source, pixabay?.kind], ['pixabay', 'not asked yet']);
});

test('a page far behind the last one seen is not searched for', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels'], matching: 1_000 });
  await server.ask('search-media', sky);
  const reply = await server.call('search-media', { ...sky, page: 40 });
  assert.deepEqual([reply.code, reply.message], [409, messages.searchAgain]);
  assert.ok(vendors.requests.length <= 4);
});
