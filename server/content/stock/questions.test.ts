/** No agency can use up a source's quota for all agencies. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anotherAgency } from '../../app/testing/server.ts';
import { aSourcesServer } from './testing.ts';

const { server, vendors, clock } = await aSourcesServer({ on: ['pexels', 'youtube'] });
const other = await anotherAgency(server.db);
const sourcesOf = async (keyword: string, as = server.owner, page = 1): Promise<string[]> => {
  const found = await server.ask('search-media', { keyword, search_type: 'image', page }, { as });
  return [...new Set(found.map(({ source }) => source))];
};

test('after 120 requests in an hour an agency gets only cached and built-in results', async () => {
  for (let at = 0; at < 120; at += 1) assert.deepEqual(await sourcesOf(`sky ${at}`), ['pexels']);
  assert.deepEqual(await sourcesOf('sky 120'), ['embedded']);
  assert.equal(vendors.requests.length, 120);
  assert.deepEqual(await sourcesOf('sky 7'), ['pexels'], 'a cached page costs nothing');
  const next = await server.call('search-media', { keyword: 'sky 7', search_type: 'image', page: 2, source: 'pexels' });
  assert.deepEqual(
    [next.code, next.message],
    [409, 'Your agency has searched this source very often. Please try again later.'],
  );
  assert.deepEqual(await sourcesOf('sky 120', other), ['pexels'], 'another agency has its own share');
  clock.now = new Date(clock.now.getTime() + 3_601_000);
  assert.deepEqual(await sourcesOf('sky 121'), ['pexels']);
});

test('an agency may use 40 of the 100 searches that YouTube permits per day', async () => {
  for (let at = 0; at < 40; at += 1)
    await server.ask('search-youtube', { keyword: `tea ${at}`, no_of_videos: 10, next_page_token: '' });
  const refused = await server.call('search-youtube', { keyword: 'tea', no_of_videos: 10, next_page_token: '' });
  assert.deepEqual(
    [refused.code, refused.message],
    [409, 'Your agency has searched this source very often. Please try again later.'],
  );
  const theirs = { keyword: 'tea', no_of_videos: 10, next_page_token: '' };
  assert.equal((await server.call('search-youtube', theirs, { as: other })).code, 200);
});
