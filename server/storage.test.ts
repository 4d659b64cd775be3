import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { openDiskStorage } from './storage-disk.ts';
import { openS3Storage } from './storage-s3.ts';
import type { Storage } from './storage.ts';

const secret = randomBytes(20).toString('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4, recomputed from the request as it arrived. Source: AWS, "Create a signed AWS API request", read 2026-11-21. */
function isSigned(request: IncomingMessage): boolean {
  const [, access, day, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
      .exec(request.headers.authorization ?? '') ?? [];
  if (access !== 'access' || day === undefined || region === undefined || signedHeaders === undefined) return false;
  const url = new URL(request.url ?? '', 'http://x');
  const names = signedHeaders.split(';');
  const canonical = [
    request.method, url.pathname, url.searchParams.toString(),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`), '', signedHeaders,
    request.headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const time = String(request.headers['x-amz-date']);
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return names.includes('host') && hmac(key, text).toString('hex') === signature;
}

const objects = new Map<string, Buffer>();
const bucket = createServer((request, answer) => {
  void (async () => {
    const body = await buffer(request);
    const held = objects.get(request.url ?? '');
    if (!isSigned(request)) return answer.writeHead(403).end('SignatureDoesNotMatch');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(body.length)) return answer.writeHead(411).end();
      objects.set(request.url ?? '', body);
      return answer.end();
    }
    if (request.method === 'DELETE') return answer.writeHead(objects.delete(request.url ?? '') ? 204 : 404).end();
    if (held === undefined) return answer.writeHead(404).end('NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return answer.end(held);
    const part = held.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
    return answer.writeHead(206, { 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${held.length}` }).end(part);
  })();
});
await new Promise<void>((resolve) => { bucket.listen(0, '127.0.0.1', resolve); });
after(() => { bucket.close(); });
const address = bucket.address();
const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
const settings = { endpoint, bucket: 'reel', region: 'eu-west-1', accessKeyId: 'access', secretAccessKey: secret };

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const storages: [string, Storage][] = [['a folder', openDiskStorage(folder)], ['a bucket', openS3Storage(settings)]];
const type = { contentType: 'image/png' };

for (const [what, storage] of storages) {
  describe(`storage in ${what}`, () => {
    test('gives back what was put, streamed or in hand', async () => {
      const bytes = randomBytes(300_000);
      await storage.put('streamed.mp4', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), { ...type, sizeBytes: bytes.length });
      await storage.put('in-hand.png', bytes, { ...type, sizeBytes: bytes.length });
      for (const name of ['streamed.mp4', 'in-hand.png']) {
        const opened = await storage.open(name);
        assert.ok(opened);
        assert.equal(opened.sizeBytes, bytes.length);
        assert.ok(bytes.equals(await buffer(opened.body)));
      }
    });

    test('gives a part with the size of the whole', async () => {
      await storage.put('part.png', Buffer.from('0123456789'), { ...type, sizeBytes: 10 });
      for (const [range, text] of [[{ start: 2, end: 4 }, '234'], [{ start: 7 }, '789']] as const) {
        const opened = await storage.open('part.png', range);
        assert.ok(opened);
        assert.equal(opened.sizeBytes, 10);
        assert.equal((await buffer(opened.body)).toString(), text);
      }
    });

    test('replaces, deletes, and has nothing under an unknown name', async () => {
      await storage.put('again.png', Buffer.from('a'), { ...type, sizeBytes: 1 });
      await storage.put('again.png', Buffer.from('bb'), { ...type, sizeBytes: 2 });
      const opened = await storage.open('again.png');
      assert.ok(opened);
      assert.equal((await buffer(opened.body)).toString(), 'bb');
      await storage.delete('again.png');
      await storage.delete('again.png');
      assert.equal(await storage.open('again.png'), null);
    });

    test('takes no name that could lead elsewhere', async () => {
      for (const name of ['../x', 'a/b', '.hidden', '', 'a..b', 'ä.png']) {
        await assert.rejects(storage.put(name, Buffer.from('x'), { ...type, sizeBytes: 1 }), /unusable name/);
        assert.equal(await storage.open(name), null);
      }
    });
  });
}

test('a body that breaks off leaves nothing in the folder', async () => {
  const storage = openDiskStorage(folder);
  const broken = Readable.from((async function* () { yield Buffer.from('x'); throw new Error('cut off'); })());
  await assert.rejects(storage.put('zz-broken.png', broken, { ...type, sizeBytes: 5 }), /cut off/);
  await assert.rejects(storage.put('zz-short.png', Buffer.from('abc'), { ...type, sizeBytes: 5 }), /3 bytes instead of 5/);
  assert.deepEqual(readdirSync(join(folder, 'files', 'zz')), []);
});

test('a bucket that does not know the key refuses', async () => {
  const stranger = openS3Storage({ ...settings, secretAccessKey: 'other' });
  await assert.rejects(stranger.put('x.png', Buffer.from('x'), { ...type, sizeBytes: 1 }), /403/);
  await assert.rejects(stranger.open('x.png'), /403/);
});
