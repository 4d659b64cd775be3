/** Several items are deleted from their stream at once, all or none, and restored at their positions. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, test } from 'vitest';
import { oneIsGone } from '#contract/base/bulk.ts';
import { messages } from '#contract/messages.ts';
import { restoreTooLate } from '#contract/content/streams-removed-items.ts';
import { removeFiles } from '../../base/files/remove-files.job.ts';
import { aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aStream, aTextStream } from './testing.ts';

const day = 86_400_000;
let now = new Date('2026-06-01T08:00:00Z');
/** A picture of 68 kB, a different one each time. */
const aPicture = (): Promise<Buffer> =>
  sharp(randomBytes(150 * 150 * 3), { raw: { width: 150, height: 150, channels: 3 } })
    .png()
    .toBuffer();
const server = await aServer({ clock: () => now, config: { uploadQuotaBytes: 240_000 } });
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
beforeEach(async () => {
  await server.db.pool.query(`update sessions set expires_at = '2100-01-01'`);
});

const itemsOf = async (id: string) => (await server.ask('fetch-stream', { id })).items;
const titlesOf = async (id: string) => (await itemsOf(id)).map(({ description }) => description).join(' ');

async function someTexts(...words: string[]) {
  const { id } = await aTextStream(server, words);
  const items = await itemsOf(id);
  const idOf = (word: string): string => items.find(({ description }) => description === word)?.id ?? '';
  const input = (...some: string[]) => ({ content_stream_id: id, ids: some.map(idOf) });
  return {
    id,
    idOf,
    input,
    titles: () => titlesOf(id),
    remove: async (...some: string[]) => {
      const { deleted_at } = await server.ask('delete-stream-files', input(...some));
      return {
        restore: () => server.ask('restore-stream-files', { ...input(...some), deleted_at }),
        tryRestore: () => server.call('restore-stream-files', { ...input(...some), deleted_at }),
      };
    },
  };
}

test('items are deleted together and restored with all their texts, at their positions', async () => {
  const { id, input, idOf, titles } = await someTexts('a', 'b', 'c', 'd', 'e');
  await server.ask('update-stream', {
    id: idOf('b'),
    title: 'B',
    description: 'b',
    own_words: { twitter: { title: '', description: 'Short b' } },
    alt_text: 'The letter b',
  });
  const before = await itemsOf(id);
  const { deleted_at, ...stopped } = await server.ask('delete-stream-files', input('b', 'd', 'e'));
  assert.deepEqual([stopped, await titles()], [{ stopped: 0, under_way: 0 }, 'a c']);
  const restored = await server.ask('restore-stream-files', { ...input('e', 'b', 'd'), deleted_at });
  assert.deepEqual(restored, { restored: 3, there: 0, left: 0, waiting: 0, moved: 0 });
  assert.deepEqual(await itemsOf(id), before);
});

test('a deletion whose answer was lost can be repeated and undone by the repeated answer', async () => {
  const { input, titles } = await someTexts('a', 'b', 'c');
  const lost = await server.ask('delete-stream-files', input('a', 'c'));
  pass(5000);
  const answer = await server.ask('delete-stream-files', { ...input('c', 'a'), again: true });
  assert.deepEqual([answer, await titles()], [lost, 'b']);
  const { restored } = await server.ask('restore-stream-files', { ...input('a', 'c'), deleted_at: answer.deleted_at });
  assert.deepEqual([restored, await titles()], [2, 'a b c']);
});

test('a repeated deletion that was not done is done then, whatever else was deleted', async () => {
  const { input, titles, remove } = await someTexts('a', 'b', 'c', 'd');
  await server.ask('delete-stream-files', { ...input('a'), again: true });
  assert.equal(await titles(), 'b c d');
  await remove('b');
  pass(1000);
  await remove('c');
  for (const ids of [input('b', 'c'), input('b', 'd')]) {
    const reply = await server.call('delete-stream-files', { ...ids, again: true });
    assert.deepEqual([reply.code, reply.message], [404, oneIsGone]);
  }
  assert.equal((await server.call('delete-stream-files', input('b'))).code, 404);
  const foreign = await anotherAgency(server.db);
  assert.equal((await server.call('delete-stream-files', { ...input('b'), again: true }, { as: foreign })).code, 404);
  assert.equal(await titles(), 'd');
});

test('restored items stand between their former neighbours, whatever was moved meanwhile', async () => {
  const { id, idOf, titles, remove } = await someTexts('a', 'b', 'c', 'd', 'e', 'f');
  const { restore } = await remove('b', 'c', 'e');
  await server.ask('move-stream-item', { id: idOf('f'), after_id: null });
  await server.ask('text-stream', { content_stream_id: id, description: '[{"value":"g"}]' });
  await restore();
  assert.equal(await titles(), 'f a b c d e g');
  const again = await remove('a', 'b');
  const left = (await itemsOf(id)).map((item) => item.id);
  await server.ask('reorder-stream', { content_stream_id: id, ids: left.toReversed() });
  await again.restore();
  assert.equal(await titles(), 'g e d c f a b');
});

test('nothing is deleted if one item is deleted already, another agency’s or of another stream', async () => {
  const { idOf, input, titles, remove } = await someTexts('a', 'b', 'c');
  const other = await someTexts('x');
  const owner = await anotherAgency(server.db);
  await remove('c');
  for (const id of [idOf('c'), other.idOf('x'), '99999999']) {
    const ids = [idOf('a'), id];
    const reply = await server.call('delete-stream-files', { ...input(), ids });
    assert.deepEqual([reply.code, reply.message], [404, oneIsGone]);
  }
  const foreign = await server.call('delete-stream-files', input('a', 'b'), { as: owner });
  assert.deepEqual([foreign.code, foreign.message], [404, messages.notFound]);
  assert.equal(await titles(), 'a b');
  assert.equal((await server.call('delete-stream-files', input('a', 'a'))).message, messages.fileDeleted);
  assert.equal(await titles(), 'b');
});

test('ten thousand ids are accepted in one request, and one more is refused', async () => {
  const { id, input, titles } = await someTexts('first', 'last');
  await server.db.pool.query(
    `insert into items (agency_id, stream_id, sequence, title, description)
      select agency_id, stream_id, n + 1, 'T', 'n' || n from items, generate_series(1, 9998) n where id = $1`,
    [input('first').ids[0]],
  );
  const { rows } = await server.db.pool.query<{ id: string }>('select id from items where stream_id = $1', [id]);
  const all = { content_stream_id: id, ids: rows.map((row) => row.id) };
  assert.equal((await server.call('delete-stream-files', { ...all, ids: [...all.ids, '1'] })).code, 422);
  const { deleted_at } = await server.ask('delete-stream-files', all);
  assert.equal(await titles(), '');
  assert.equal((await server.ask('restore-stream-files', { ...all, deleted_at })).restored, 10_000);
  assert.equal((await server.ask('fetch-stream', { id })).stream.items, 10_000);
});

test('restoring leaves items alone that were restored or deleted again meanwhile', async () => {
  const { titles, remove } = await someTexts('a', 'b', 'c');
  const { restore } = await remove('a', 'b');
  assert.equal((await restore()).restored, 2);
  assert.deepEqual(await restore(), { restored: 0, there: 2, left: 0, waiting: 0, moved: 0 });
  pass(1000);
  await remove('b');
  assert.deepEqual(await restore(), { restored: 0, there: 1, left: 1, waiting: 0, moved: 0 });
  assert.equal(await titles(), 'a c');
});

test('nothing is restored into a deleted stream, by another agency or from another deletion', async () => {
  const { id, idOf, input, titles, remove } = await someTexts('a', 'b');
  const other = await someTexts('x');
  const deleted_at = now.toISOString();
  const { tryRestore } = await remove('a');
  const owner = await anotherAgency(server.db);
  const foreign = await server.call('restore-stream-files', { ...input('a'), deleted_at }, { as: owner });
  assert.deepEqual([foreign.code, foreign.message], [404, messages.notFound]);
  const mixed = { ...input('a'), ids: [idOf('a'), other.idOf('x')], deleted_at };
  assert.equal((await server.call('restore-stream-files', mixed)).code, 404);
  assert.equal(await titles(), 'b');
  await server.ask('delete-stream', { id });
  assert.equal((await tryRestore()).code, 404);
});

test('a member may delete and restore items', async () => {
  const member = await aMember(server.db, server.owner);
  const { input, titles } = await someTexts('a', 'b');
  const { deleted_at } = await server.ask('delete-stream-files', input('a'), { as: member });
  await server.ask('restore-stream-files', { ...input('a'), deleted_at }, { as: member });
  assert.equal(await titles(), 'a b');
});

async function somePictures(count: number) {
  const stream = await aStream(server, 'image');
  for (let place = 0; place < count; place += 1) {
    const file = { field: 'stream', name: 'a.png', bytes: await aPicture() };
    assert.equal((await server.upload('stream', { content_stream_id: stream.id }, file)).code, 200);
  }
  return stream.id;
}

test('pictures can be restored for thirty days', async () => {
  const clean = removeFiles(server.services);
  const run = () => clean({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  const id = await somePictures(1);
  const [item] = await itemsOf(id);
  const input = { content_stream_id: id, ids: [item?.id ?? ''] };
  const restoreAfter = async (days: number) => {
    const { deleted_at } = await server.ask('delete-stream-files', input);
    await run();
    pass(days * day);
    await run();
    return server.call('restore-stream-files', { ...input, deleted_at });
  };
  assert.equal((await restoreAfter(29)).code, 200);
  // The clean-up's mark is removed, too: the thirty days start again.
  assert.equal((await restoreAfter(29)).code, 200);
  assert.deepEqual(await itemsOf(id), [item]);
  const late = await restoreAfter(30);
  assert.deepEqual([late.code, late.message], [409, restoreTooLate]);
  assert.deepEqual(await itemsOf(id), []);
});

test('texts, which lose no file, can be restored for thirty days as well', async () => {
  const { remove, titles } = await someTexts('a', 'b');
  const first = await remove('a');
  pass(30 * day - 1);
  await first.restore();
  const { tryRestore } = await remove('a');
  pass(30 * day);
  const late = await tryRestore();
  assert.deepEqual([late.code, late.message, await titles()], [409, restoreTooLate, 'b']);
});

test('an item that would exceed the quota stays deleted until there is space', async () => {
  const id = await somePictures(2);
  const ids = (await itemsOf(id)).map((item) => item.id);
  const input = { content_stream_id: id, ids };
  const { deleted_at } = await server.ask('delete-stream-files', input);
  const other = await somePictures(2);
  const refused = await server.call('restore-stream-files', { ...input, deleted_at });
  assert.deepEqual([refused.code, refused.message], [413, messages.quotaReached]);
  assert.deepEqual(await itemsOf(id), []);
  await server.ask('delete-stream', { id: other });
  assert.equal((await server.ask('restore-stream-files', { ...input, deleted_at })).restored, 2);
});
