/** Designs and video projects count towards an agency's quota. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aServer } from '../../app/testing/server.ts';

const uploadQuotaBytes = 300_000;
const server = await aServer({ config: { uploadQuotaBytes } });
/** Text that no compression makes smaller than three quarters. */
const noise = (bytes: number): string => randomBytes(bytes).toString('base64');
const design = (bytes: number, id?: string) =>
  server.call('save-thumbnail', {
    name: 'Poster',
    data: JSON.stringify({ version: 1, text: noise(bytes) }),
    ...(id === undefined ? {} : { id }),
  });
const video = (slides: number, id?: string) =>
  server.call('save-video', {
    name: 'Clip',
    tiles: Array.from({ length: slides }, (_none, at) => ({ id: `${at}`, text: noise(3_000) })),
    ...(id === undefined ? {} : { id }),
  });
const used = async (): Promise<number> => (await server.ask('fetch-space', {})).used_bytes;

test('a design counts by its stored size, is refused over the quota, and may always shrink', async () => {
  const first = await design(100_000);
  assert.ok(first.status);
  const afterFirst = await used();
  assert.ok(afterFirst > 100_000 && afterFirst < 150_000, String(afterFirst));
  const tooMuch = await design(250_000);
  assert.deepEqual([tooMuch.code, tooMuch.message], [413, messages.quotaReached]);
  assert.equal((await design(250_000, first.data.id)).code, 413, 'and none may grow beyond the quota');
  assert.equal(await used(), afterFirst, 'the refused one is not stored');
  server.services.config.uploadQuotaBytes = 1;
  assert.equal((await design(50_000, first.data.id)).code, 200);
  assert.ok((await used()) < afterFirst);
  server.services.config.uploadQuotaBytes = uploadQuotaBytes;
  await server.ask('delete-thumbnail', { id: first.data.id });
  assert.equal(await used(), 0);
});

test('a video project counts by its stored size, is refused over the quota, and may always shrink', async () => {
  const first = await video(20);
  assert.ok(first.status, first.message);
  const afterFirst = await used();
  assert.ok(afterFirst > 60_000, String(afterFirst));
  const tooMuch = await video(100);
  assert.deepEqual([tooMuch.code, tooMuch.message], [413, messages.quotaReached]);
  server.services.config.uploadQuotaBytes = 1;
  assert.equal((await video(10, first.data.id)).code, 200);
  server.services.config.uploadQuotaBytes = uploadQuotaBytes;
});

test('two concurrent saves do not exceed the quota together', async () => {
  const replies = await Promise.all([design(120_000), design(120_000), design(120_000)]);
  assert.ok(replies.some(({ status }) => !status));
  assert.ok((await used()) <= uploadQuotaBytes, String(await used()));
});
