/** Works are checked again on their pages: a work is withdrawn only if it is gone twice. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterAll, test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { lookAgain } from './look.ts';

/** The site's status by path; 200 for all others. */
const statuses = new Map<string, number>();
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(statuses.get(request.url ?? '') ?? 200).end();
});
await new Promise<void>((ready) => {
  site.listen(0, '127.0.0.1', ready);
});
afterAll(() => site.close());
const address = site.address();
const host = typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';

let now = new Date('2026-06-01T04:00:00Z');
const server = await aServer({ clock: () => now, config: { allowPrivateHosts: [host] } });
const { db, owner, services } = server;
const look = () => lookAgain(services, { gapMs: 0, signal: new AbortController().signal });
const inDays = async (days: number): Promise<string[]> => {
  now = new Date(now.getTime() + days * 86_400_000);
  asked.length = 0;
  await look();
  return asked.toSorted();
};

async function aWork(item: string, page: string): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, thumbnail_state, kept_since)
     values ($1, $2, 'image', 'image/png', 1, decode(md5($2), 'hex'), 'none', now()) returning id`,
    [owner.agencyId, `${item}.png`],
  );
  await db.pool.query(
    `insert into file_licences (agency_id, file_id, source, source_item, title, licence, page_url, taken_at)
     values ($1, $2, 'pexels', $3, $3, 'Pexels License', $4, now())`,
    [owner.agencyId, rows[0]?.id, item, page],
  );
}
const withdrawn = async (): Promise<string[]> =>
  (
    await db.pool.query<{ source_item: string }>(
      'select source_item from file_licences where withdrawn_at is not null order by source_item',
    )
  ).rows.map((row) => row.source_item);

test('a work is withdrawn once its page is gone on two days, and is not checked after that', async () => {
  for (const [item, status] of [
    ['gone', 404],
    ['ended', 410],
    ['there', 200],
    ['forbidden', 403],
    ['broken', 503],
    ['rebuilt', 404],
  ] as const) {
    statuses.set(`/${item}`, status);
    await aWork(item, `http://${host}/${item}`);
  }
  await aWork('unreachable', 'http://127.0.0.1:9/page');
  await aWork('drawn', '');
  const all = ['broken', 'ended', 'forbidden', 'gone', 'rebuilt', 'there'].map((item) => `HEAD /${item}`);
  assert.deepEqual(await inDays(0), all);
  assert.deepEqual(await withdrawn(), [], 'a page may be missing for a while');
  assert.deepEqual(await inDays(0), [], 'each once');
  statuses.set('/rebuilt', 200);
  assert.deepEqual(await inDays(1), ['HEAD /ended', 'HEAD /gone', 'HEAD /rebuilt']);
  assert.deepEqual(await withdrawn(), ['ended', 'gone']);
  assert.deepEqual(await inDays(1), []);
  assert.deepEqual(await inDays(7), ['HEAD /broken', 'HEAD /forbidden', 'HEAD /rebuilt', 'HEAD /there']);
  assert.deepEqual(await withdrawn(), ['ended', 'gone']);
});
