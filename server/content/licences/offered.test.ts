/** Works are checked at their sources: the answer of a source takes precedence over the work's page. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { aSourcesServer } from '../stock/testing.ts';
import { lookAgain } from './look.ts';

const { server, vendors, clock } = await aSourcesServer({ on: ['pexels', 'jamendo', 'youtube'] });
const { db, owner, services } = server;
/** A page that does not answer. */
const page = (path: string): string => `http://127.0.0.1:9/${path}/`;
const inDays = async (days: number): Promise<void> => {
  clock.now = new Date(clock.now.getTime() + days * 86_400_000);
  vendors.requests.length = 0;
  await lookAgain(services, { gapMs: 0, signal: new AbortController().signal });
};

let files = 0;
async function aWork(source: string, item: string, pageUrl: string): Promise<void> {
  files += 1;
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, thumbnail_state, kept_since)
     values ($1, $2, 'image', 'image/png', 1, decode(md5($2), 'hex'), 'none', now()) returning id`,
    [owner.agencyId, `${files}.png`],
  );
  await db.pool.query(
    `insert into file_licences (agency_id, file_id, source, source_item, title, licence, page_url, taken_at)
     values ($1, $2, $3, $4, $4, 'L', $5, now())`,
    [owner.agencyId, rows[0]?.id, source, item, pageUrl],
  );
}
const withdrawn = async (): Promise<string[]> =>
  (
    await db.pool.query<{ page_url: string }>(
      'select page_url from file_licences where withdrawn_at is not null order by page_url',
    )
  ).rows.map((row) => row.page_url);

beforeEach(async () => {
  vendors.fail(null);
  await db.pool.query('delete from file_licences');
  await db.pool.query('delete from work_looks');
});

test('a work that its source no longer has is withdrawn on the second day', async () => {
  const video = page('watch/vid00000004');
  const track = page('track/3');
  await aWork('pexels', '5', page('photo/sky-5'));
  await aWork('pexels', '5', page('video/waves-5'));
  await aWork('pexels', '6', page('photo/sky-6'));
  await aWork('youtube', 'vid00000004', video);
  await aWork('youtube', 'vid00000006', video.replace('4', '6'));
  await aWork('jamendo', '3', track);
  await inDays(1);
  assert.deepEqual(await withdrawn(), []);
  vendors.withdraw('vid00000004');
  await inDays(8);
  assert.deepEqual(await withdrawn(), [track], 'it was gone both times');
  await inDays(1);
  assert.deepEqual(await withdrawn(), [track, video]);
});

test('a missing photo does not affect a video with the same number', async () => {
  await aWork('pexels', '44', page('photo/sky-44'));
  await aWork('pexels', '44', page('video/waves-44'));
  vendors.withdraw('photos/44');
  await inDays(1);
  await inDays(1);
  assert.deepEqual(await withdrawn(), [page('photo/sky-44')]);
});

test('a source that cannot find its own search results is not trusted', async () => {
  for (const id of ['900', '901', '902']) await aWork('pexels', id, page(`photo/sky-${id}`));
  vendors.withdraw('1'); // what a search finds first
  await inDays(1);
  await inDays(8);
  assert.deepEqual(await withdrawn(), []);
  assert.equal(vendors.requests.filter((path) => path.startsWith('/pexels/v1/search')).length, 1, 'asked once a round');
});

test('a source out of requests gets no more in that round, and no work is withdrawn', async () => {
  for (const id of ['900', '901', '902']) await aWork('pexels', id, page(`photo/sky-${id}`));
  vendors.fail('quota');
  await inDays(1);
  assert.equal(vendors.requests.length, 1);
  await inDays(8);
  assert.deepEqual(await withdrawn(), []);
});

test('one round sends a source fifty requests at most', async () => {
  for (let id = 1000; id < 1060; id += 1) await aWork('jamendo', '7', page(`track/${id}`));
  await inDays(1);
  assert.equal(vendors.requests.length, 50);
});
