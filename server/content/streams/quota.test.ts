import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aBomb, numbered } from '../../base/media/testing-pictures.ts';
import { aServer, anotherAgency } from '../../app/testing/server.ts';
import { aPicture, aStream } from './testing.ts';

const png = numbered(await aPicture('png'), 0);
let pictures = 0;
/** A different picture of the same size each time. */
const another = (): Buffer => numbered(png, (pictures += 1));
const server = await aServer({
  config: { uploadQuotaBytes: png.length * 3.5 },
  limits: { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 12 },
});
const stream = await aStream(server, 'image');

const upload = (streamId = stream.id, bytes = another(), caller?: Parameters<typeof server.upload>[3]) =>
  server.upload('stream', { content_stream_id: streamId }, { field: 'stream', name: 'photo.png', bytes }, caller);

/** Every file that uploading has left on the disk. */
function filesOnDisk(): string[] {
  const { dataDir } = server.services.config;
  return ['tmp', 'files']
    .map((dir) => join(dataDir, dir))
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

test('an agency can store files up to its own quota, even with concurrent uploads', async () => {
  const other = await aStream(server, 'image');
  const replies = await Promise.all([upload(), upload(), upload(other.id), upload(other.id), upload()]);
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 200, 200, 413, 413],
  );
  assert.ok(
    replies.every(({ code, message }) => message === (code === 413 ? messages.quotaReached : messages.uploaded)),
  );
  assert.equal(filesOnDisk().length, 6);

  const otherAgency = await anotherAgency(server.db);
  const [theirs] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: otherAgency },
  );
  assert.equal((await upload(theirs?.id, png, { as: otherAgency })).code, 200);
});

test('deleting a file frees its space', async () => {
  assert.equal((await upload()).code, 413);
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  await server.ask('delete-stream-file', { id: items[0]?.id ?? '' });
  assert.equal((await upload()).code, 200);
});

test('a small file that decodes to a huge picture is refused and leaves nothing', async () => {
  const otherAgency = await anotherAgency(server.db);
  const [theirs] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: otherAgency },
  );
  const before = filesOnDisk();
  const reply = await upload(theirs?.id, aBomb(40_000, 40_000), { as: otherAgency });
  assert.deepEqual([reply.code, reply.message], [422, messages.tooManyPixels]);
  assert.deepEqual(filesOnDisk(), before);
});

test('a person who uploads too much must wait', async () => {
  const codes: number[] = [];
  for (let round = 0; round < 14; round += 1) codes.push((await upload()).code);
  assert.equal(codes.at(-1), 429);
  assert.equal((await server.call('fetch-streams', {})).code, 200);
});
