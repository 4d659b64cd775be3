import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'vitest';
import { freePort } from './free-port.ts';

test('a free port can be listened on, and is outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  assert.ok(ports.every((port) => port >= 20_000 && port < 32_000));
  assert.ok(new Set(ports).size > 15, 'ports drawn at one time differ');
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
