import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { beforeEach, describe, test } from 'vitest';
import { consentNetworks } from '#contract/people/accounts-connect.ts';
import { until } from '#db/testing-until.ts';
import { exportData } from '../account-data/export-data.job.ts';
import { aServer } from '../testing/server.ts';
import { loggerOptions } from './log.ts';
import { rawRequest, sendRaw } from './testing-raw.ts';

const canary = 'canary-8f3aToken';
const server = await aServer({ config: { sandboxUrl: 'http://127.0.0.1:1', sandbox: true } });
const { storage } = server.services;
const name = `${canary}.png`;
await storage.put(name, Buffer.alloc(3_000_000, 'x'), { contentType: 'image/png', sizeBytes: 3_000_000 });

/** The address of a download of all data, with its ticket. */
async function aTicket(): Promise<string> {
  const { id } = await server.ask('download-user-data', {});
  await exportData(server.services)(
    { exportId: id },
    { signal: new AbortController().signal, jobId: 'job', retryCount: 0 },
  );
  return (await server.ask('download-data-export', { id })).url;
}
const ticket = await aTicket();

/** The log's lines once `count` replies have been logged: a line follows its reply. */
async function linesOf(count: number): Promise<string[]> {
  await until(() => server.log.filter((line) => line.includes('"answered"')).length >= count, {
    seconds: 10,
    what: () => `${count} replies in the log, which is ${server.log.join('')}`,
  });
  return server.log;
}

beforeEach(() => {
  server.log.length = 0;
});

const ways: [string, RequestInit][] = [
  ['a download', {}],
  ['a download of a part', { headers: { range: 'bytes=2-5' } }],
  ['a part beyond the end', { headers: { range: 'bytes=9000000-' } }],
  ['a HEAD request', { method: 'HEAD' }],
];
for (const [what, init] of ways) {
  for (const path of [`/files/${name}`, ticket]) {
    test(
      `${what} of ${path.split('/')[1]} leaves one line in the log, with the route and nothing ` + 'of the address',
      async () => {
        const reply = await server.send(path, init);
        await reply.arrayBuffer();
        assert.ok([200, 206, 416].includes(reply.status));
        const [line = '', ...others] = await linesOf(1);
        assert.deepEqual(others, []);
        assert.match(line, /"level":30,.*"route":"(GET|HEAD) \/(files\/:name|exports\/:ticket)"/);
        assert.equal(line.includes(path.split('/')[2] ?? ''), false);
      },
    );
  }
}

describe('no token in an address is logged', () => {
  const paths = [
    '/files/gone-',
    '/exports/',
    '/films/',
    '/connect/',
    '/reset-password?token=',
    '/master-login?email=a@b.test&token=',
    '/confirm-email?token=',
    '/vimeo-callback?code=',
    '/social-connect-code?state=',
    ...consentNetworks.map((network) => `/api/connect-${network}?key=k&user_id=1&token=`),
    '/api/',
    '/api/fetch-user?token=',
    '/sandbox/x?token=',
    '/sandbox//',
    '/sandbox/..%2f',
    '/%zz',
    '/x%00',
    '/',
    '/healthz?',
  ];
  for (const path of paths) {
    test(`no token in the address ${path} is logged`, async () => {
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT']) {
        for (const host of ['localhost', 'evil.example'])
          await sendRaw(
            server.url,
            rawRequest(`${method} ${path}${canary}`, [`host: ${host}`, `x-${canary}: ${canary}`, 'content-length: 0']),
          );
        await sendRaw(
          server.url,
          rawRequest(`${method} http://${canary}.example${path}${canary}`, ['host: localhost', 'content-length: 0']),
        );
      }
      await server.send('/healthz');
      assert.doesNotMatch((await linesOf(1)).join('\n'), /canary/i);
    });
  }

  test('no token of a malformed request is logged', async () => {
    for (const line of [
      `GET /files/${canary} HTTP/9.9`,
      `GET /files/${canary} x HTTP/1.1`,
      `${canary} / HTTP/1.1`,
      `GET /files/${canary}`,
    ]) {
      await sendRaw(server.url, `${line}\r\nhost: localhost\r\nauthorization ${canary}\r\n\r\n`);
      await sendRaw(server.url, `${line}\r\nhost: localhost\r\nhost: ${canary}\r\nconnection: close\r\n\r\n`);
    }
    await sendRaw(server.url, rawRequest('GET /', ['host: localhost', `cookie: ${canary.repeat(5000)}`]));
    await server.send('/healthz');
    assert.doesNotMatch((await linesOf(1)).join('\n'), /canary/i);
  });

  test('no token of a download that its reader aborts is logged', async () => {
    for (const path of [`/files/${name}`, ticket]) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write(rawRequest(`GET ${path}`, ['host: localhost']));
      });
      await once(socket, 'data');
      socket.destroy();
    }
    await server.send('/healthz');
    await until(() => server.log.some((line) => line.includes('/healthz')));
    const lines = server.log;
    assert.doesNotMatch(lines.join('\n'), new RegExp(`canary|${ticket.split('/')[2]}`, 'i'));
    assert.deepEqual(
      lines.filter((line) => /"level":[456]0/.test(line)),
      [],
    );
  });

  test('no token of a file that fails while being sent is logged, only its route', async () => {
    const { open } = storage;
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error(`cannot read ${name}: "${canary}"`);
    };
    storage.open = () => Promise.resolve({ body: Readable.from(broken()), sizeBytes: 100 });
    await assert.rejects(async () => (await server.send(`/files/${name}`)).arrayBuffer());
    storage.open = () => Promise.reject(new Error(`the bucket refused "${canary}"`));
    assert.equal((await server.send(`/files/${name}`)).status, 500);
    storage.open = open;
    const log = (await linesOf(1)).join('\n');
    assert.doesNotMatch(log, /canary/i);
    assert.match(log, /"route":"GET \/files\/:name".*"failed"/);
  });
});

test('a warning of the web framework is logged without the address', async () => {
  const lines: string[] = [];
  const app = fastify({
    logger: loggerOptions('debug', {
      write: (line) => {
        lines.push(line);
      },
    }),
  });
  app.get('/twice/:token', async (_request, reply) => {
    await reply.send('once');
    return reply.send('twice');
  });
  app.get('/broken/:token', () => {
    throw new Error(`no "${canary}"`);
  });
  for (const path of ['twice', 'broken']) await app.inject({ url: `/${path}/${canary}` });
  await app.close();
  const log = lines.join('\n');
  assert.match(log, /FST_ERR_REP_ALREADY_SENT/);
  assert.match(log, /"level":50/);
  assert.doesNotMatch(log, /canary/i);
});

// No more at a time than the listen backlog holds: a busy machine rejects further connections.
test('a thousand downloads, a hundred at a time, leave a thousand lines', async () => {
  const path = `/files/${name}`;
  const tenOf = async (): Promise<void> => {
    for (let count = 0; count < 10; count += 1)
      await (await server.send(path, { headers: { range: 'bytes=0-9' } })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 100 }, tenOf));
  const lines = await linesOf(1000);
  assert.equal(lines.length, 1000);
  assert.doesNotMatch(lines.join('\n'), /canary|already sent/i);
});
