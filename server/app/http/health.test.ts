import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { whenDone } from '#db/testing-ends.ts';
import { openHttp } from '../processes/listener.ts';
import { handlers } from '../processes/calls.ts';
import { aServer } from '../testing/server.ts';

const server = await aServer();

test('a health check is answered with 200, without a session and under any host name', async () => {
  const reply = await server.send('/healthz', { headers: { host: 'load-balancer' } });
  assert.deepEqual([reply.status, await reply.json()], [200, { status: true, message: '' }]);
});

test('an unreachable database is answered with a 503 and a message', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const app = await openHttp({ services: { ...server.services, db }, handlers, siteDir: null, logLevel: 'fatal' });
  whenDone(async () => {
    await app.close();
    await db.close();
  });
  const reply = await app.inject({ url: '/healthz' });
  assert.deepEqual([reply.statusCode, reply.json()], [503, { status: false, message: 'The database does not answer' }]);
});
