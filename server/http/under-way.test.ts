import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { messages } from '#contract/messages.ts';
import { aPicture, aStream } from '../streams/testing.ts';
import { anotherAgency, aServer, type TestPerson } from '../testing.ts';
import { openUnderWay } from './under-way.ts';

const server = await aServer({ limits: { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6, underWay: { each: 2, all: 100, always: 1 } } });
const png = await aPicture('png');
const stream = await aStream(server, 'image');

/** An upload that begins and goes no further. */
async function begun(person: TestPerson): Promise<{ end(): void }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  after(() => { socket.destroy(); });
  const part = '--x\r\ncontent-disposition: form-data; name="stream"; filename="a.png"\r\n\r\nbytes';
  socket.write(`POST /api/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${person.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10000\r\n\r\n${part}`);
  return { end: () => { socket.destroy(); } };
}

async function uploadAs(person: TestPerson, streamId: string): Promise<{ code: number; message: unknown; retryAfter: string | null }> {
  const form = new FormData();
  form.append('content_stream_id', streamId);
  form.append('stream', new Blob([new Uint8Array(png)]), 'photo.png');
  const response = await server.send('/api/stream', { method: 'POST', headers: { authorization: person.token }, body: form });
  const body: unknown = await response.json();
  return { code: response.status, message: typeof body === 'object' && body !== null && 'message' in body ? body.message : null, retryAfter: response.headers.get('retry-after') };
}

/** Uploads until the answer is of that code: an upload that another one has begun or left is noticed a moment later. */
async function untilAnswered(code: number, person: TestPerson): Promise<Awaited<ReturnType<typeof uploadAs>>> {
  for (;;) {
    const reply = await uploadAs(person, stream.id);
    if (reply.code === code) return reply;
  }
}

test('more uploads of an agency than may be under way are asked to come again, and another agency is not', async () => {
  const [first] = [await begun(server.owner), await begun(server.owner)];
  assert.deepEqual(await untilAnswered(429, server.owner), { code: 429, message: messages.uploadsTooMany, retryAfter: '15' });
  const stranger = await anotherAgency(server.db);
  const [theirs] = await server.ask('content-stream', { type: 'image', title: 'Theirs', description: 'Theirs' }, { as: stranger });
  assert.equal((await uploadAs(stranger, theirs?.id ?? '')).code, 200);
  first.end();
  assert.equal((await untilAnswered(200, server.owner)).message, messages.uploaded);
});

test('where all together are too many, an agency still has its few', () => {
  const underWay = openUnderWay({ each: 5, all: 6, always: 2 });
  const held = ['a', 'a', 'a', 'a', 'a', 'b'].map((agency) => underWay.take(agency));
  assert.ok(held.every((place) => place !== null));
  assert.deepEqual(['a', 'b', 'b', 'c', 'c', 'c'].map((agency) => underWay.take(agency) !== null), [false, true, false, true, true, false]);
  for (const place of held) place?.[Symbol.dispose]();
  assert.notEqual(underWay.take('a'), null);
});
