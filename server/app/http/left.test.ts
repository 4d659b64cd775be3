import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { handlers } from '../processes/calls.ts';
import { openHttp } from '../processes/listener.ts';
import { aServer } from '../testing/server.ts';

const server = await aServer();

test('a client that disconnects in the middle of a request is logged as refused, not as our fault', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/fetch-user HTTP/1.1\r\nhost: localhost\r\nauthorization: ${server.owner.token}\r\n` +
      'content-type: application/json\r\ncontent-length: 500\r\nexpect: 100-continue\r\n\r\n',
  );
  // The server logs this when it passes the request on.
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 100 /);
  socket.write('{"half":');
  socket.destroy();
  await until(() => server.log.some((line) => line.includes('fetch-user')), { what: 'the request in the log' });
  const lines = server.log.filter((line) => line.includes('fetch-user'));
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":50')),
    [],
  );
});

test('a stopping server waits for the calls of disconnected clients, and each gets a connection', async () => {
  const { db } = server;
  let begun = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<null>();
  const app = await openHttp({
    services: server.services,
    handlers: {
      ...handlers,
      logout: async (_input, { tx }) => {
        begun += 1;
        await released;
        await sql`select 1`.execute(tx);
        return { message: '', data: null };
      },
    },
    siteDir: null,
    logLevel: 'fatal',
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const calls = Array.from({ length: 12 }, () =>
    fetch(`${url}/api/logout`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: server.owner.token, 'content-type': 'application/json' },
      signal: leaving.signal,
    }),
  );
  await until(() => begun >= 5 && db.pool.waitingCount >= 7);
  leaving.abort();
  await Promise.allSettled(calls);
  const closed = app.close();
  release(null);
  await closed;
  assert.deepEqual([begun, db.pool.waitingCount, db.pool.totalCount - db.pool.idleCount], [12, 0, 0]);
});
