/** A file of a source comes only from the source's own hosts, whatever redirects say. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { aPicture } from '../streams/testing.ts';
import type { FoundThing } from './address.ts';
import { download } from './bring.ts';

const picture = await aPicture('jpeg');
const asked: string[] = [];
/** The target of the redirect at `/to/<name>`. */
const targets: Record<string, string> = {};
const vendor = createServer((request, response) => {
  asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
  const target = targets[(request.url ?? '').replace('/to/', '')];
  if (target === undefined) response.setHeader('content-type', 'image/jpeg').end(picture);
  else response.writeHead(302, { location: target }).end();
});
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const bound = vendor.address();
assert.ok(typeof bound === 'object' && bound !== null);
const origin = `http://127.0.0.1:${bound.port}`;
Object.assign(targets, {
  'own-host': '/file.jpg',
  'other-host': `http://localhost:${bound.port}/file.jpg`,
  'private-address': 'http://10.0.0.1/file.jpg',
  'metadata-address': 'http://169.254.169.254/latest/meta-data',
  'look-alike': `http://127.0.0.1.evil.example:${bound.port}/file.jpg`,
  'file-address': 'file:///etc/passwd',
  'in-a-circle': '/to/in-a-circle',
});
const dir = await mkdtemp(join(tmpdir(), 'found-redirects-'));
const http = openHttp({ allowPrivateHosts: [`127.0.0.1:${bound.port}`, `localhost:${bound.port}`] });
afterAll(async () => {
  await http.close();
  vendor.close();
  await rm(dir, { recursive: true });
});

const thing: FoundThing = {
  kind: 'image',
  source: 'pexels',
  id: '1',
  reference: '1',
  title: 'Sky',
  credit: { author: 'Ana', licence: 'L', licenceUrl: null, pageUrl: null, attribution: null },
};
const taken = (name: string, hosts = ['127.0.0.1', '10.0.0.1', '169.254.169.254'], file = name) =>
  download({ http }, thing, {
    opened: { kind: 'download', url: new URL(`${origin}/to/${name}`), hosts, mayKeep: true, cacheSeconds: 60 },
    path: join(dir, file),
    signal: new AbortController().signal,
  });

test('a redirect within the source’s hosts is followed', async () => {
  assert.equal(await taken('own-host'), null);
});

for (const name of Object.keys(targets).filter((each) => each !== 'own-host'))
  test(`a redirect to ${name.replaceAll('-', ' ')} is refused without a request to it`, async () => {
    asked.length = 0;
    const refusal = await taken(name);
    assert.deepEqual([refusal?.message, refusal?.isGone], ['The source did not send this file.', false]);
    assert.ok(
      asked.every((address) => address.startsWith(`127.0.0.1:${bound.port}/to/`)),
      asked.join(),
    );
  });

test('a redirect to a host whose name only ends like one of the source’s is refused', async () => {
  const refusal = await taken('own-host', ['27.0.0.1'], 'other file');
  assert.equal(refusal?.message, 'The source did not send this file.');
});
