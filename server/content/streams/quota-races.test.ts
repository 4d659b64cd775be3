import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { numbered } from '../../base/media/testing-pictures.ts';
import { aServer, anotherAgency, type TestPerson } from '../../app/testing/server.ts';
import { aPicture } from './testing.ts';

const png = numbered(await aPicture('png'), 0);
let pictures = 0;
const server = await aServer({ config: { uploadQuotaBytes: png.length + 200 } });

/** An agency with two streams of pictures and one of texts. */
async function anAgency() {
  const owner = await anotherAgency(server.db);
  const streamOf = async (type: 'image' | 'text'): Promise<string> =>
    (await server.ask('content-stream', { type, title: type, description: type }, { as: owner }))[0]?.id ?? '';
  return {
    owner,
    pictures: [await streamOf('image'), await streamOf('image')] as const,
    texts: await streamOf('text'),
  };
}

const upload = (owner: TestPerson, streamId: string) =>
  server.upload(
    'stream',
    { content_stream_id: streamId, title: 'A' },
    { field: 'stream', name: 'a.png', bytes: numbered(png, (pictures += 1)) },
    { as: owner },
  );
const write = (owner: TestPerson, streamId: string, bytes: number) =>
  server.call(
    'text-stream',
    { content_stream_id: streamId, title: '', description: JSON.stringify([{ value: 'x'.repeat(bytes) }]) },
    { as: owner },
  );

/**
 * Runs two additions so that one has passed its check and is about to be stored while the other is right behind it: no
 * item can be written meanwhile, so that both stop there; then both continue.
 */
async function atOnce<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T[]> {
  const gate = await server.db.pool.connect();
  try {
    await gate.query('begin');
    await gate.query('lock table items in share mode');
    const both = [first(), second()];
    await waitsForLock(server.db, Promise.race(both), { count: 2, by: gate });
    await gate.query('commit');
    return await Promise.all(both);
  } finally {
    gate.release();
  }
}

const outcomes = (replies: readonly { code: number; message: string }[]) =>
  replies.map(({ code, message }) => [code, message]).toSorted(([a], [b]) => Number(a) - Number(b));

test('two concurrent uploads into two streams do not exceed the quota together', async () => {
  const {
    owner,
    pictures: [one, other],
  } = await anAgency();
  const replies = await atOnce(
    () => upload(owner, one),
    () => upload(owner, other),
  );
  assert.deepEqual(outcomes(replies), [
    [200, messages.uploaded],
    [413, messages.quotaReached],
  ]);
});

test('a concurrent upload and text do not exceed the quota together', async () => {
  const {
    owner,
    pictures: [one],
    texts,
  } = await anAgency();
  const replies = await atOnce<{ code: number }>(
    () => upload(owner, one),
    () => write(owner, texts, 300),
  );
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 413],
  );
});

test('texts count like files, by their bytes, and deleting them frees space', async () => {
  const {
    owner,
    pictures: [one],
    texts,
  } = await anAgency();
  assert.equal((await write(owner, texts, 150)).code, 200);
  assert.deepEqual(outcomes([await upload(owner, one)]), [[200, messages.uploaded]]);
  assert.deepEqual(outcomes([await write(owner, texts, 60)]), [[413, messages.quotaReached]]);
  const {
    items: [item],
  } = await server.ask('fetch-stream', { id: texts }, { as: owner });
  const reword = (description: string) =>
    server.call('update-stream', { id: item?.id ?? '', title: 'T', description }, { as: owner });
  assert.deepEqual(outcomes([await reword('€'.repeat(70))]), [[413, messages.quotaReached]]);
  assert.equal((await reword('x'.repeat(100))).code, 200);
  assert.equal((await write(owner, texts, 60)).code, 200);
  await server.ask('delete-stream', { id: texts }, { as: owner });
  const [again] = await server.ask(
    'content-stream',
    { type: 'text', title: 'Again', description: 'Again' },
    { as: owner },
  );
  assert.equal((await write(owner, again?.id ?? '', 150)).code, 200);
});

test('an agency over its quota may still shorten its texts', async () => {
  const { owner, texts } = await anAgency();
  assert.equal((await write(owner, texts, png.length + 100)).code, 200);
  await server.db.pool.query(`update items set description = description || repeat('y', 500) where stream_id = $1`, [
    texts,
  ]);
  const {
    items: [item],
  } = await server.ask('fetch-stream', { id: texts }, { as: owner });
  const shorter = await server.call(
    'update-stream',
    { id: item?.id ?? '', title: 'T', description: (item?.description ?? '').slice(0, -10) },
    { as: owner },
  );
  assert.equal(shorter.code, 200);
});
