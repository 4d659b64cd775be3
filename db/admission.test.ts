import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'vitest';
import { refuseUnfit } from './admission.ts';
import { whenDone } from './testing-ends.ts';
import { openSilence } from './testing-silence.ts';
import { testDatabase } from './testing.ts';

const { url } = await testDatabase();

test('the application’s role is accepted, directly and through a TCP proxy', async () => {
  await refuseUnfit(url);
  await using proxy = await openSilence(url);
  await refuseUnfit(proxy.url);
});

/** The server's number of its process, as in the message BackendKeyData (`K`, length 12), replaced as a pooler does. */
function withOtherProcess(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 1, at + 5);
  return bytes;
}

test('a pooler is recognised by the process number that it makes up', async () => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const pooler = createServer((left) => {
    const right = connect(Number(target.port), target.hostname);
    for (const socket of [left, right]) sockets.add(socket.on('error', () => {}).on('close', () => left.destroy()));
    left.pipe(right);
    right.on('data', (bytes: Buffer) => left.write(withOtherProcess(bytes)));
  });
  await new Promise<void>((resolve) => {
    pooler.listen(0, '127.0.0.1', resolve);
  });
  whenDone(() => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  const address = pooler.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  await assert.rejects(
    refuseUnfit(Object.assign(new URL(url), { port }).href),
    /^Error: DATABASE_URL leads to a .*pooler/,
  );
});
