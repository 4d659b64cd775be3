import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { whenDone } from '#db/testing-ends.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';
import { anotherAgency, aServer, type TestPerson } from '../testing/server.ts';
import { openUnderWay } from './under-way.ts';

const server = await aServer({
  limits: { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6, underWay: { each: 1, all: 100, always: 1 } },
});
const png = await aPicture('png');
const stream = await aStream(server, 'image');

/** An upload that begins and then sends no more. */
async function begun(person: TestPerson): Promise<{ end(): void }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  whenDone(() => {
    socket.destroy();
  });
  const part = '--x\r\ncontent-disposition: form-data; name="stream"; filename="a.png"\r\n\r\nbytes';
  socket.write(
    `POST /api/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ` +
      `${person.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10000\r\n\r\n${part}`,
  );
  return {
    end: () => {
      socket.destroy();
    },
  };
}

async function uploadAs(
  person: TestPerson,
  streamId: string,
): Promise<{ code: number; message: unknown; retryAfter: string | null }> {
  const form = new FormData();
  form.append('content_stream_id', streamId);
  form.append('stream', new Blob([new Uint8Array(png)]), 'photo.png');
  const response = await server.send('/api/stream', {
    method: 'POST',
    headers: { authorization: person.token },
    body: form,
  });
  const body: unknown = await response.json();
  return {
    code: response.status,
    message: typeof body === 'object' && body !== null && 'message' in body ? body.message : null,
    retryAfter: response.headers.get('retry-after'),
  };
}

test('uploads of an agency beyond its limit are refused for now, those of another agency are not', async () => {
  let [half, reply] = [await begun(server.owner), await uploadAs(server.owner, stream.id)];
  // Either of the two may have the slot: repeated until the endless one has it.
  while (reply.code !== 429) {
    half.end();
    [half, reply] = [await begun(server.owner), await uploadAs(server.owner, stream.id)];
  }
  assert.deepEqual(reply, { code: 429, message: messages.uploadsTooMany, retryAfter: '15' });
  const otherAgency = await anotherAgency(server.db);
  const [theirs] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: otherAgency },
  );
  assert.equal((await uploadAs(otherAgency, theirs?.id ?? '')).code, 200);
  half.end();
  // The server notices the disconnection a moment later.
  while (reply.code === 429) reply = await uploadAs(server.owner, stream.id);
  assert.deepEqual([reply.code, reply.message], [200, messages.uploaded]);
});

test('an agency keeps its guaranteed uploads when all agencies together exceed the limit', () => {
  const underWay = openUnderWay({ each: 5, all: 6, always: 2 });
  const held = ['a', 'a', 'a', 'a', 'a', 'b'].map((agency) => underWay.take(agency));
  assert.ok(held.every((slot) => slot !== null));
  assert.deepEqual(
    ['a', 'b', 'b', 'c', 'c', 'c'].map((agency) => underWay.take(agency) !== null),
    [false, true, false, true, true, false],
  );
  for (const slot of held) slot?.[Symbol.dispose]();
  assert.notEqual(underWay.take('a'), null);
});
