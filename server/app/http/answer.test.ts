import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { permissions } from '#rules/permissions.ts';
import type { ReceivedFile } from '../../base/handlers.ts';
import { aClient, aMember, aServer } from '../testing/server.ts';
import { joinHandlers, runnersOf } from './handlers.ts';

/** The input that every call’s stub handler has received: these tests cover the code before and after a handler. */
const received: { fields: unknown; bytes: number | null }[] = [];
const canary = 'canary-Word1!';
const stub = async (input: unknown, { file }: { file: ReceivedFile | null }) => {
  received.push({ fields: input, bytes: file?.sizeBytes ?? null });
  if (JSON.stringify(input).includes('explode')) throw new Error(`cannot store "${canary}"`);
  return { message: 'done', data: null };
};
const handlers = Object.fromEntries(calls.map(({ name }) => [name, stub]));
const server = await aServer({
  handlers,
  limits: { perUser: 200, perAddress: 50, uploadsPerUser: 30 },
  config: { checkReplies: false },
});
const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
  server.send(path, { method: 'POST', body: body ?? null, headers: { authorization: server.owner.token, ...headers } });
const json = { 'content-type': 'application/json' };

describe('a call', () => {
  test('a call without a token or with a wrong one gets Unauthorized Token before anything is read', async () => {
    for (const token of ['', 'wrong', `Bearer ${'x'.repeat(500)}`]) {
      const reply = await server.call('fetch-streams', {}, { as: { ...server.owner, token } });
      assert.deepEqual(reply, { code: 401, status: false, message: messages.unauthorizedToken, errors: {} });
    }
  });

  test('a call that a role may not make is refused before its input is checked', async () => {
    const client = await aClient(server.db, server.owner);
    const reply = await post('/api/save-scheduler', 'not even json', { authorization: client.token });
    assert.equal(reply.status, 403);
    assert.deepEqual(await reply.json(), { status: false, message: messages.forbidden });
  });

  test('a refused input gets a message for each wrong field', async () => {
    const reply = await server.call('connect-telegram', { user_id: 'x', chat_id: ' ', bot_token: 'b' });
    assert.equal(reply.code, 422);
    assert.deepEqual(reply, {
      code: 422,
      status: false,
      message: 'This id is not valid',
      errors: { user_id: 'This id is not valid', chat_id: 'Chat id is required' },
    });
    const missing = await post('/api/connect-telegram', '{"user_id":"1","chat_id":7}', json);
    assert.deepEqual(await missing.json(), {
      status: false,
      message: 'Chat id is not valid',
      errors: { chat_id: 'Chat id is not valid', bot_token: 'Bot token is required' },
    });
  });

  for (const body of ['[]', '"text"', '12', 'null', '{"a":', '\u0000', '[[[[']) {
    test(`a call with the body ${JSON.stringify(body.slice(0, 10))} gets a readable 4xx`, async () => {
      const reply = await post('/api/delete-client', body, json);
      assert.ok([400, 422].includes(reply.status));
      assert.deepEqual(await reply.json(), { status: false, message: messages.badRequest });
    });
  }

  test('a body of 100,000 levels gets a 400 that says so', async () => {
    const reply = await post('/api/delete-client', '['.repeat(100_000) + ']'.repeat(100_000), json);
    assert.deepEqual([reply.status, await reply.json()], [400, { status: false, message: messages.nestedTooDeep }]);
  });

  test('a call without a body has empty input', async () => {
    assert.equal((await post('/api/fetch-user', undefined)).status, 200);
  });

  test('a call in another content type is refused', async () => {
    assert.equal((await post('/api/fetch-user', 'a=b', { 'content-type': 'text/plain' })).status, 415);
  });

  test('a call of 10 MB is read to its end and refused with a message', async () => {
    const reply = await post('/api/fetch-user', JSON.stringify({ x: 'y'.repeat(10_000_000) }), json);
    assert.equal(reply.status, 413);
    assert.deepEqual(await reply.json(), { status: false, message: messages.bodyTooLarge });
  });

  test('a call that throws gets the fixed error message, and the log holds ids but no content', async () => {
    const reply = await server.call('save-medium', { user_id: '7', access_token: `explode ${canary}` });
    assert.deepEqual(reply, { code: 500, status: false, message: messages.internalError, errors: {} });
    const line = server.log.find((entry) => entry.includes('"failed"'));
    assert.match(
      line ?? '',
      new RegExp(
        `"user":"${server.owner.id}".*"route":"POST /api/save-medium"|"route":"POST ` +
          `/api/save-medium".*"user":"${server.owner.id}"`,
      ),
    );
    const log = server.log.join('\n');
    assert.doesNotMatch(log, /canary/);
    assert.doesNotMatch(log, new RegExp(server.owner.token));
    assert.doesNotMatch(log, /example\.test|127\.0\.0\.1:\d+\/api/);
  });

  test('an unknown call, or one made by GET, is not found', async () => {
    for (const reply of [await post('/api/no-such-call', '{}', json), await server.send('/api/fetch-user')]) {
      assert.equal(reply.status, 404);
      assert.deepEqual(await reply.json(), { status: false, message: messages.notFound });
    }
  });

  test('a user’s calls are limited, and the refusal names the seconds to wait', async () => {
    const member = await aMember(server.db, server.owner);
    const codes = [];
    for (let made = 0; made < 201; made += 1) codes.push((await server.call('fetch-user', {}, { as: member })).code);
    assert.deepEqual(codes.slice(-2), [200, 429]);
    const reply = await post('/api/fetch-user', '{}', { ...json, authorization: member.token });
    assert.match(reply.headers.get('retry-after') ?? '', /^([1-9]\d?|[12]\d\d|300)$/);
    assert.equal((await server.call('fetch-user', {})).code, 200);
  });

  test('public calls are limited by address', async () => {
    const codes = new Set<number>();
    for (let made = 0; made < 51; made += 1)
      codes.add((await server.call('forgot-password', { email: 'a@b.test' }, { as: null })).code);
    assert.ok(codes.has(429));
  });

  test('an answer carries the security headers', async () => {
    const { headers } = await post('/api/fetch-user', '{}', json);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/);
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{12}$/);
  });
});

describe('an upload', () => {
  const upload = (bytes: number, field = 'stream', fields: Record<string, string> = { content_stream_id: '1' }) =>
    server.upload('stream', fields, { field, name: 'a.png', bytes: Buffer.alloc(bytes, 1) });
  const leftovers = () => {
    try {
      return readdirSync(join(server.services.config.dataDir, 'tmp'));
    } catch {
      return [];
    }
  };

  test('an upload reaches its handler as a file, with its fields validated', async () => {
    assert.equal((await upload(100_000, 'stream', { content_stream_id: '12', title: ' Hello ' })).code, 200);
    assert.deepEqual(received.at(-1), {
      fields: { content_stream_id: '12', title: 'Hello', description: '' },
      bytes: 100_000,
    });
  });

  test('a file just under the limit passes, and at the limit it is refused with the specified words', async () => {
    assert.equal((await upload(19_999_999)).code, 200);
    assert.deepEqual(await upload(20_000_000), {
      code: 413,
      status: false,
      message: messages.streamFileTooLarge,
      errors: {},
    });
  });

  test('a file far over the limit is refused with the same words', async () => {
    assert.equal((await upload(40_000_000)).message, messages.streamFileTooLarge);
  });

  test('a file in a wrong field, a second file, or an unexpected file is refused', async () => {
    assert.equal((await upload(10, 'file')).message, messages.fileUnexpected);
    const form = new FormData();
    form.append('content_stream_id', '1');
    for (const name of ['a', 'b']) form.append('stream', new Blob(['x']), name);
    assert.equal((await post('/api/stream', form)).status, 422);
    const stray = new FormData();
    stray.append('image', new Blob(['x']), 'x');
    assert.equal((await post('/api/fetch-user', stray)).status, 422);
  });

  test('an upload without its file is refused with that reason', async () => {
    const form = new FormData();
    form.append('content_stream_id', '1');
    assert.deepEqual(await (await post('/api/stream', form)).json(), {
      status: false,
      message: messages.fileMissing,
      errors: { stream: messages.fileMissing },
    });
  });

  const broken: [string, string, string][] = [
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=a', '--b\r\n\r\n'],
    [
      'no end',
      'multipart/form-data; boundary=a',
      '--a\r\ncontent-disposition: form-data; name="stream"; filename="x"\r\n\r\nabc',
    ],
    [
      'a field named like a prototype',
      'multipart/form-data; boundary=a',
      '--a\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--a--\r\n',
    ],
    [
      'too many fields',
      'multipart/form-data; boundary=a',
      `${Array.from({ length: 80 }, (_, at) => `--a\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\nx\r\n`).join('')}--a--\r\n`,
    ],
  ];
  for (const [what, type, body] of broken) {
    test(`an upload with ${what} gets a readable 4xx`, async () => {
      const reply = await post('/api/stream', body, { 'content-type': type });
      assert.ok(reply.status >= 400 && reply.status < 500, String(reply.status));
      assert.partialDeepStrictEqual(await reply.json(), { status: false });
    });
  }

  test('an upload leaves no temporary file behind, whether it was accepted or refused', async () => {
    await upload(1000);
    await upload(21_000_000);
    await upload(10, 'file');
    assert.deepEqual(leftovers(), []);
  });
});

describe('the registry of handlers', () => {
  test('the registry refuses a call without a handler, a handler without a call, and two handlers for one call', () => {
    const { login, ...others } = handlers;
    assert.throws(() => runnersOf(others), /the call login has no handler/);
    assert.throws(
      () => runnersOf(Object.fromEntries([...Object.entries(handlers), ['no-such-call', stub]])),
      /handlers without a call: no-such-call/,
    );
    assert.throws(
      () => joinHandlers([handlers, Object.fromEntries([['login', login ?? stub]])]),
      /two handlers for login/,
    );
  });

  test('every call names a permission that exists', () => {
    for (const { name, who } of calls) assert.ok(who === 'anyone' || permissions.includes(who), name);
  });
});
