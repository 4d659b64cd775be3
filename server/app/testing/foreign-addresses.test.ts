/** A file's address appears in many calls: each refuses that of another agency, and shows nothing of the file. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Name } from '#contract/index.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { anotherAgency, aClient, aServer } from './server.ts';
import { checksumOf } from './rows.ts';
import { aKit } from './stage.ts';

const server = await aServer();
const { db, owner } = server;
await db.pool.query(`update users set membership = 'dfy__enterprise__unlimited' where id = $1`, [owner.id]);
const other = await anotherAgency(db);
const bytes = await aPicture('png');
const theirs = await server.upload(
  'upload-file',
  { file_type: 'image' },
  { field: 'file', name: 'canary.png', bytes },
  {
    as: other,
  },
);
assert.ok(theirs.status && theirs.data.thumb !== null);
const own = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name: 'own.png', bytes });
assert.ok(own.status);
const client = await aClient(db, owner);
const [pictures] = await server.ask('content-stream', { type: 'image', title: 'P', description: 'P' });
const [texts] = await server.ask('content-stream', { type: 'formatted', title: 'T', description: 'T' });

/** A call with an address in it. */
type Use = { call: Name; input: (url: string) => Record<string, unknown> };
const uses: readonly Use[] = [
  { call: 'push-to-content-stream', input: (url) => ({ content_stream_id: pictures?.id, url }) },
  { call: 'save-video', input: (url) => ({ name: 'V', tiles: [{ id: 'a', file_url: url }] }) },
  { call: 'save-video', input: (url) => ({ name: 'V', tiles: [{ id: 'a', poster: url }] }) },
  { call: 'save-video', input: (url) => ({ name: 'V', tiles: [{ id: 'a' }], audio: { url } }) },
  { call: 'save-video', input: (url) => ({ name: 'V', tiles: [{ id: 'a' }], logo: { url } }) },
  { call: 'save-video', input: (url) => ({ name: 'V', tiles: [{ id: 'a' }], watermark: { url } }) },
  { call: 'save-thumbnail', input: (url) => ({ name: 'D', data: JSON.stringify({ version: 1, picture: url }) }) },
  { call: 'save-kit', input: (url) => ({ ...aKit, client_id: client.id, logo: url }) },
  {
    call: 'text-stream',
    input: (url) => ({
      content_stream_id: texts?.id,
      description: JSON.stringify([{ value: `<p>Words</p><img src="${url}" alt="">` }]),
    }),
  },
];

for (const [at, { call, input }] of uses.entries())
  test(`${call} (${at + 1}) refuses another agency’s picture, and accepts an own one`, async () => {
    const send = async (url: string) => {
      const headers = { authorization: owner.token, 'content-type': 'application/json' };
      const reply = await server.send(`/api/${call}`, { method: 'POST', headers, body: JSON.stringify(input(url)) });
      return { code: reply.status, text: await reply.text() };
    };
    const before = await checksumOf(db);
    for (const url of [theirs.data.url, theirs.data.thumb ?? '']) {
      const { code, text } = await send(url);
      assert.ok(code === 422 || code === 404, `${code} ${text}`);
      assert.doesNotMatch(text, /canary/);
    }
    assert.deepEqual(await checksumOf(db), before);
    const { code, text } = await send(own.data.url);
    assert.equal(code, 200, `${text}: so that only the foreign one was wrong`);
  });

test('another agency’s file cannot be downloaded', async () => {
  const path = `/api/download-file?url=${encodeURIComponent(theirs.data.url)}`;
  assert.equal((await server.send(path, { headers: { authorization: owner.token } })).status, 404);
  assert.equal((await server.send(path, { headers: { authorization: other.token } })).status, 200);
});
