import assert from 'node:assert/strict';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { certificateOf, type SeenCertificate } from './certificate.ts';
import { anAuthority, type TestCertificate } from './testing-certificates.ts';
import { nobody, raw } from './testing.ts';

const authority = anAuthority('Test Authority');
setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
const [from, until] = [new Date('2025-01-01T00:00:00Z'), new Date('2075-01-01T00:00:00Z')];
const good = authority.issue({ host: 'brand.test', from, until });

async function serving({ cert, key }: TestCertificate): Promise<{ port: number; asked: () => string }> {
  let asked = '';
  const server = createServer({
    cert,
    key,
    SNICallback: (name, answer) => {
      asked = name;
      answer(null);
    },
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  whenDone(() => server.close());
  const bound = server.address();
  assert.ok(bound !== null && typeof bound === 'object');
  return { port: bound.port, asked: () => asked };
}

const look = (port: number, { host = 'brand.test', timeoutMs = 5000 } = {}): Promise<SeenCertificate> =>
  certificateOf(host, { address: '127.0.0.1', port, timeoutMs });

describe('a certificate', () => {
  test('a certificate for the host, of a trusted authority, has no fault', async () => {
    const { port, asked } = await serving(good);
    assert.deepEqual(await look(port), { kind: 'found', from, until, trouble: null });
    assert.equal(asked(), 'brand.test', 'the handshake names the host');
  });

  test('a certificate for another host is reported as such', async () => {
    const { port } = await serving(authority.issue({ host: 'other.test', from, until }));
    assert.deepEqual(await look(port), { kind: 'found', from, until, trouble: 'other-host' });
  });

  test('a certificate of an unknown authority is not trusted', async () => {
    const { port } = await serving(anAuthority('Other').issue({ host: 'brand.test', from, until }));
    assert.deepEqual(await look(port), { kind: 'found', from, until, trouble: 'untrusted' });
  });

  test('an expired certificate is returned with its end', async () => {
    const ended = new Date('2025-02-01T00:00:00Z');
    const { port } = await serving(authority.issue({ host: 'brand.test', from, until: ended }));
    assert.deepEqual(await look(port), { kind: 'found', from, until: ended, trouble: null });
  });
});

describe('a host without a certificate', () => {
  test('a server that ends the handshake has refused it', async () => {
    const port = Number((await raw((socket) => socket.end('no TLS here\n'))).port);
    assert.deepEqual(await look(port), { kind: 'refused' });
    const silent = Number((await raw((socket) => socket.destroy())).port);
    assert.deepEqual(await look(silent), { kind: 'refused' });
  });

  test('a server that never answers is abandoned after the time limit', async () => {
    const port = Number((await raw(() => undefined)).port);
    assert.deepEqual(await look(port, { timeoutMs: 200 }), { kind: 'slow' });
  });

  test('an address without a listening server is unreachable', async () => {
    assert.deepEqual(await look(Number((await nobody()).port)), { kind: 'unreachable' });
  });
});
