import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as open, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aServer } from '../testing/server.ts';
import { rawRequest } from './testing-raw.ts';

const server = await aServer();
const refused = { status: false, message: messages.bodyTooLarge };
const block = Buffer.alloc(1_000_000, 'x');

/**
 * Sends a request of this many bytes in blocks, to the last one, and then reads the answer. `framed`: with a
 * Content-Length.
 */
async function sendMuch(
  path: string,
  {
    megabytes,
    framed,
    contentType,
    token = server.owner.token,
  }: { megabytes: number; framed: boolean; contentType: string; token?: string },
) {
  const headers = {
    'content-type': contentType,
    authorization: token,
    ...(framed ? { 'content-length': megabytes * block.length } : {}),
  };
  const asking = open(server.url + path, { method: 'POST', headers, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject);
  });
  answered.catch(() => {});
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!asking.write(block)) await Promise.race([once(asking, 'drain'), once(asking, 'close')]);
  }
  asking.end();
  const answer = await answered;
  const body: unknown = JSON.parse(await text(answer));
  return { status: answer.statusCode, body };
}

describe('a body beyond every limit is read to its end and refused with a message', () => {
  for (const framed of [true, false]) {
    for (const megabytes of [2, 20]) {
      test(`JSON of ${megabytes} MB, ${framed ? 'with' : 'without'} a Content-Length, is refused`, async () => {
        assert.deepEqual(await sendMuch('/api/fetch-user', { megabytes, framed, contentType: 'application/json' }), {
          status: 413,
          body: refused,
        });
      });
    }
  }

  test('10 MB of JSON are refused by a call that accepts a large document', async () => {
    const contentType = 'application/json';
    assert.deepEqual(await sendMuch('/api/pour-design', { megabytes: 10, framed: true, contentType }), {
      status: 413,
      body: { status: false, message: 'That is too much text for one time' },
    });
  });

  test('an oversized file is refused', async () => {
    const { status, body } = await sendMuch('/api/stream', {
      megabytes: 70,
      framed: true,
      contentType: 'multipart/form-data; boundary=x',
    });
    assert.deepEqual([status, body], [413, { status: false, message: messages.streamFileTooLarge }]);
  });

  test('many oversized bodies at once are refused, while other calls are answered', async () => {
    const much = Array.from({ length: 8 }, () =>
      sendMuch('/api/fetch-user', { megabytes: 20, framed: false, contentType: 'application/json' }),
    );
    assert.equal((await server.call('fetch-user', {})).code, 200);
    assert.deepEqual(
      (await Promise.all(much)).map(({ status }) => status),
      much.map(() => 413),
    );
  });
});

test('the connection serves the next request after a refused body', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const reply = text(socket);
  const head = [
    'POST /api/fetch-user HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `authorization: ${server.owner.token}`,
  ];
  socket.write([...head, `content-length: ${20 * block.length}`, '', ''].join('\r\n'));
  for (let sent = 0; sent < 20; sent += 1) if (!socket.write(block)) await once(socket, 'drain');
  socket.write(rawRequest('GET /healthz', ['host: localhost']));
  assert.deepEqual((await reply).match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a sender that does not stop is cut off without affecting others', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.write(
    [
      'POST /api/fetch-user HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      `authorization: ${server.owner.token}`,
      'transfer-encoding: chunked',
      '',
      '',
    ].join('\r\n'),
  );
  const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')]);
  let sent = 0;
  for (; !socket.destroyed && sent < 5000; sent += 1) {
    if (!socket.write(chunk))
      await Promise.race([
        new Promise((resolve) => {
          socket.once('drain', resolve);
        }),
        closed,
      ]);
  }
  await closed;
  assert.match(answer, /^HTTP\/1\.1 413/);
  assert.ok(sent < 1000, `cut off after ${sent} MB`);
  assert.equal((await server.call('fetch-user', {})).code, 200);
  assert.deepEqual(
    server.log.filter((line) => /"level":[456]0/.test(line)),
    [],
  );
});

// Side by side, since each of these senders is left a second.
describe('of a body of somebody who is not signed in', { concurrent: true }, () => {
  for (const contentType of ['application/json', 'multipart/form-data; boundary=x'])
    for (const framed of [true, false])
      for (const [path, token, status] of [
        ['/api/fetch-user', 'nobody', 401],
        ['/api/fetch-user', '', 401],
        ['/api/fetch-streams', 'nobody', 401],
        ['/api/stream', 'nobody', 401],
        ['/api/login', '', 413],
        ['/stripe/webhook/1', '', 400],
        ['/stripe/webhook/1', 'signed', 413],
        ['/nowhere', '', 404],
      ] as const) {
        const what = `${contentType}, ${framed ? 'with' : 'without'} its length`;
        test(`at most a megabyte is read to ${path} as "${token}" (${what})`, async () => {
          const { answer, megabytes } = await sendUntilCut(path, { framed, contentType, token });
          // Endless fields without a length are cut off in the middle, without an answer.
          const isCut = !framed && contentType !== 'application/json' && /^\/api\/(?!stream)/.test(path);
          if (!isCut) assert.match(answer, new RegExp(`^HTTP/1.1 ${status}`));
          assert.ok(megabytes < 30, `${megabytes} MB went out`); // as much as the two sockets can buffer
        });
      }
});

test('a body that may be large is not read before its sender is identified', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'host: localhost',
    'content-type: application/json',
    'authorization: nobody',
    'content-length: 1500000',
  ];
  // No byte of the body follows: a server that waits for one does not answer.
  socket.write(['POST /api/pour-design HTTP/1.1', ...head, '', ''].join('\r\n'));
  const answered: readonly unknown[] = await once(socket, 'data');
  socket.destroy();
  assert.match(String(answered[0]), /^HTTP\/1\.1 401/);
});

test('the connection of a refused unauthenticated sender serves further requests', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, token: string): Promise<{ code: number | undefined; port: number | undefined }> => {
    const asking = open(server.url + path, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: token },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      asking.once('response', resolve).once('error', reject);
    });
    asking.end(Buffer.alloc(2 * block.length, 'x'));
    const answer = await answered;
    const { localPort: port } = answer.socket;
    await text(answer);
    return { code: answer.statusCode, port };
  };
  const first = await ask('/api/stream', 'nobody');
  const codes = new Set<number | undefined>();
  // Longer than a sender is given to read the reason.
  for (const until = performance.now() + 1500; performance.now() < until;) {
    const { code, port } = await ask('/api/stream', 'nobody');
    codes.add(code);
    assert.equal(port, first.port);
  }
  agent.destroy();
  assert.deepEqual([first.code, [...codes]], [401, [401]]);
});

/** Sends up to 300 MB until the connection is cut; answers the reply, and how many MB were sent. */
async function sendUntilCut(
  path: string,
  { framed, contentType, token }: { framed: boolean; contentType: string; token: string },
): Promise<{ answer: string; megabytes: number }> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve()).on('error', () => {});
  });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const most = 300;
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${contentType}`,
    token === 'signed' ? 'stripe-signature: x' : `authorization: ${token}`,
    framed ? `content-length: ${most * block.length}` : 'transfer-encoding: chunked',
  ];
  socket.write([...head, '', ''].join('\r\n'));
  const size = Buffer.from(`${block.length.toString(16)}\r\n`);
  const chunk = framed ? block : Buffer.concat([size, block, Buffer.from('\r\n')]);
  let megabytes = 0;
  for (; !socket.destroyed && megabytes < most; megabytes += 1) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  await closed;
  return { answer, megabytes };
}
