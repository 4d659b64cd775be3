import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, test } from 'vitest';
import { isNoRoom } from './room.ts';
import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';
import { aBucket } from '../../app/testing/bucket.ts';

const bucket = await aBucket();
const { settings } = bucket;
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const storages: [string, Storage][] = [
  ['a folder', openDiskStorage(folder)],
  ['a bucket', openS3Storage(settings)],
];
const type = { contentType: 'image/png' };
beforeEach(() => {
  bucket.failing = () => undefined;
});

for (const [what, storage] of storages) {
  describe(`storage in ${what}`, () => {
    test('an object comes back byte for byte, whether it was streamed or in memory', async () => {
      const bytes = randomBytes(300_000);
      await storage.put('streamed.mp4', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), {
        ...type,
        sizeBytes: bytes.length,
      });
      await storage.put('in-hand.png', bytes, { ...type, sizeBytes: bytes.length });
      for (const name of ['streamed.mp4', 'in-hand.png']) {
        const opened = await storage.open(name);
        assert.ok(opened);
        assert.equal(opened.sizeBytes, bytes.length);
        assert.ok(bytes.equals(await buffer(opened.body)));
      }
    });

    test('a range comes back with the size of the whole object', async () => {
      await storage.put('part.png', Buffer.from('0123456789'), { ...type, sizeBytes: 10 });
      for (const [range, text] of [
        [{ start: 2, end: 4 }, '234'],
        [{ start: 7 }, '789'],
      ] as const) {
        const opened = await storage.open('part.png', range);
        assert.ok(opened);
        assert.equal(opened.sizeBytes, 10);
        assert.equal((await buffer(opened.body)).toString(), text);
      }
    });

    test('an object can be replaced and deleted, and an unknown name has no object', async () => {
      await storage.put('again.png', Buffer.from('a'), { ...type, sizeBytes: 1 });
      await storage.put('again.png', Buffer.from('bb'), { ...type, sizeBytes: 2 });
      const opened = await storage.open('again.png');
      assert.ok(opened);
      assert.equal((await buffer(opened.body)).toString(), 'bb');
      await storage.delete('again.png');
      await storage.delete('again.png');
      assert.equal(await storage.open('again.png'), null);
    });

    test('a name that could escape the storage is refused', async () => {
      for (const name of ['../x', 'a/b', '.hidden', '', 'a..b', 'ä.png']) {
        await assert.rejects(storage.put(name, Buffer.from('x'), { ...type, sizeBytes: 1 }), /unusable name/);
        assert.equal(await storage.open(name), null);
      }
    });
  });
}

test('a body that breaks off leaves nothing in the folder', async () => {
  const storage = openDiskStorage(folder);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('cut off');
    })(),
  );
  await assert.rejects(storage.put('zz-broken.png', broken, { ...type, sizeBytes: 5 }), /cut off/);
  await assert.rejects(
    storage.put('zz-short.png', Buffer.from('abc'), { ...type, sizeBytes: 5 }),
    /3 bytes instead of 5/,
  );
  assert.deepEqual(readdirSync(join(folder, 'files', 'zz')), []);
});

test('a bucket refuses an unknown key', async () => {
  const other = openS3Storage({ ...settings, secretAccessKey: 'other' });
  await assert.rejects(other.put('x.png', Buffer.from('x'), { ...type, sizeBytes: 1 }), /403/);
  await assert.rejects(other.open('x.png'), /403/);
});

test('a name that could escape the storage causes no request to the bucket', async () => {
  const storage = openS3Storage(settings);
  const before = bucket.requests.length;
  for (const name of ['../other-bucket/x', '..%2fx', 'x?acl', 'x#y', 'a/b', '.hidden', 'x\\y', 'x\n', 'x\0']) {
    await assert.rejects(storage.put(name, Buffer.from('x'), { ...type, sizeBytes: 1 }), /unusable name/, name);
    await assert.rejects(storage.delete(name), /unusable name/, name);
    assert.equal(await storage.open(name), null, name);
  }
  assert.equal(bucket.requests.length, before);
});

test('the error of a failing bucket omits the file name, and a full bucket gives NoRoom', async () => {
  const storage = openS3Storage(settings);
  const put = () => storage.put('failing-1.png', Buffer.from('x'), { ...type, sizeBytes: 1 });
  const means = (what: string, status: number) => ({
    message: `our storage: the bucket refused to ${what} a file: ${status}`,
  });
  for (const status of [400, 403, 500, 503]) {
    bucket.failing = () => ({ status });
    await assert.rejects(put(), means('store', status));
    await assert.rejects(storage.open('failing-1.png'), means('open', status));
    // Before it deletes, it looks whether a backup runs.
    bucket.failing = (method) => (method === 'DELETE' ? { status } : undefined);
    await assert.rejects(storage.delete('failing-1.png'), means('delete', status));
  }
  bucket.failing = () => ({ status: 507 });
  await assert.rejects(put(), isNoRoom);
});

test('an object that the bucket breaks off fails its reader and never ends early', async () => {
  const storage = openS3Storage(settings);
  await storage.put('broken-off.png', randomBytes(100_000), { ...type, sizeBytes: 100_000 });
  bucket.failing = () => ({ cutAfterBytes: 50_000 });
  for (const range of [undefined, { start: 10_000, end: 90_000 }]) {
    const opened = await storage.open('broken-off.png', range);
    assert.ok(opened);
    assert.equal(opened.sizeBytes, 100_000);
    await assert.rejects(buffer(opened.body));
  }
});

test('a body that breaks off or has the wrong length leaves nothing in the bucket', async () => {
  const storage = openS3Storage(settings);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('cut off');
    })(),
  );
  await assert.rejects(storage.put('cut-off.png', broken, { ...type, sizeBytes: 5 }));
  for (const text of ['abc', 'abcdefg']) {
    const body = Readable.from([Buffer.from(text)]);
    await assert.rejects(storage.put('cut-off.png', body, { ...type, sizeBytes: 5 }), text);
  }
  assert.equal(bucket.objects.has('/reel/cut-off.png'), false);
});
