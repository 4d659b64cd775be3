import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { anotherAgency, aServer, type TestPerson } from '../testing/server.ts';

const server = await aServer({
  limits: {
    perUser: 1e6,
    perAddress: 1e6,
    uploadsPerUser: 1e6,
    underWay: { each: 4, all: 100, always: 1 },
    intakeBytesPerSecond: 4_000_000,
  },
});
const { db } = server;
const png = await aPicture('png');

async function aStreamOf(as: TestPerson): Promise<string> {
  const [stream] = await server.ask('content-stream', { type: 'image', title: 'T', description: 'D' }, { as });
  return stream?.id ?? '';
}
const upload = (as: TestPerson, streamId: string, bytes = png) =>
  server.upload('stream', { content_stream_id: streamId }, { field: 'stream', name: 'photo.png', bytes }, { as });

test('while uploads of one agency fill its rate, refused ones get the reason, and another agency uploads', async () => {
  const [flooder, other] = [await anotherAgency(db), await anotherAgency(db)];
  const [flooded, small] = [await aStreamOf(flooder), await aStreamOf(other)];
  const large = Buffer.concat([png, Buffer.alloc(2_000_000)]);
  let answered = 0;
  const flood = Array.from({ length: 8 }, async () => {
    const { code, message } = await upload(flooder, flooded, large);
    answered += 1;
    return `${code} ${message}`;
  });
  assert.equal((await upload(other, small)).code, 200);
  assert.ok(answered < 8, 'the small one has not waited for the flood');
  const answers = await Promise.all(flood);
  assert.deepEqual([...new Set(answers)].toSorted(), [`200 ${messages.uploaded}`, `429 ${messages.uploadsTooMany}`]);
});

test('uploads of one agency that wait in the database leave connections to others', async () => {
  const other = await anotherAgency(db);
  const [held, small] = [await aStreamOf(server.owner), await aStreamOf(other)];
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select from streams where id = $1 for update', [held]);
  const waiting = [1, 2, 3, 4].map(() => upload(server.owner, held));
  await waitsForLock(db, Promise.race(waiting), { count: 2, by: holder });
  assert.equal((await upload(other, small)).code, 200);
  await holder.query('commit');
  holder.release();
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ code }) => code),
    [200, 200, 200, 200],
  );
});
