import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { searchTypes } from '#contract/content/stock.ts';
import { aServer } from '../../app/testing/server.ts';
import { listSources } from './states.ts';
import { aSourcesServer } from './testing.ts';

const plain = await aServer();
const sky = { keyword: 'sky', search_type: 'image' } as const;

describe('without any key', () => {
  test('every kind has a first page of built-in results', async () => {
    for (const kind of searchTypes) {
      const found = await plain.ask('search-media', { keyword: kind === 'font' ? 'sans' : 'love', search_type: kind });
      assert.ok(found.length > 0 && found.length <= 20, kind);
      assert.ok(found.every(({ source, stale_since: stale }) => source === 'embedded' && stale === null));
    }
  });

  test('pages follow each other without a result twice, and end with an empty one in words', async () => {
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

  test('the words of the end are the specified ones', () => {
    assert.equal(messages.searchEnd, "we don't have more results for this keyword");
  });

  test('a keyword is required', async () => {
    const reply = await plain.call('search-media', { keyword: ' ', search_type: 'quote' });
    assert.ok(!reply.status);
    assert.deepEqual([reply.code, reply.errors['keyword']], [422, 'Keyword is required']);
  });

  test('every address is of this host', async () => {
    for (const kind of searchTypes) {
      const found = await plain.ask('search-media', { keyword: 'dog', search_type: kind });
      for (const result of found)
        for (const [name, value] of Object.entries<unknown>({ ...result }))
          if (['image', 'thumb', 'url'].includes(name)) assert.match(String(value), /^\/found\/[\w-]{22}\.[\w-]+$/);
    }
  });
});

test('the first source in order answers, and its search stays with it while it fails', async () => {
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

test('a source that fails is passed over on the first page, down to the built-in one', async () => {
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

test('the same question is asked once, and what is kept stands in, marked, while the source fails', async () => {
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

test('how many requests are left is kept for the operator', async () => {
  const { server } = await aSourcesServer({ on: ['pexels', 'pixabay'] });
  await server.ask('search-media', sky);
  const [pexels, pixabay] = await server.db.asSystem((tx) => listSources(tx, server.services.config.sources));
  assert.ok(pexels?.quotaLeft !== null && pexels?.answeredAt !== null);
  assert.deepEqual([pixabay?.source, pixabay?.kind], ['pixabay', 'not asked yet']);
});

test('a page far behind what was seen is not looked for', async () => {
  const { server, vendors } = await aSourcesServer({ on: ['pexels'], matching: 1_000 });
  await server.ask('search-media', sky);
  const reply = await server.call('search-media', { ...sky, page: 40 });
  assert.deepEqual([reply.code, reply.message], [409, messages.searchAgain]);
  assert.ok(vendors.requests.length <= 4);
});
