import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aServer } from '../testing.ts';

const server = await aServer();

test('a browser that leaves in the middle of its request is logged as a refused request, not as a fault of ours', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST /api/fetch-user HTTP/1.1\r\nhost: localhost\r\nauthorization: ${server.owner.token}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"half":`);
  // The server has to have begun reading; how far it is cannot be seen from outside.
  await sleep(100);
  socket.destroy();
  for (let look = 0; look < 100 && !server.log.some((line) => line.includes('fetch-user')); look += 1) await sleep(20);
  const lines = server.log.filter((line) => line.includes('fetch-user'));
  assert.ok(lines.length > 0, 'the request is in the log');
  assert.deepEqual(lines.filter((line) => line.includes('"level":50')), []);
});
