import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import type { Storage } from '../../base/storage/storage.ts';
import { aBucket } from '../testing/bucket.ts';
import { checkSet } from './check-set.ts';
import { restoreFiles } from './files-in.ts';
import { makeBackup } from './make-backup.ts';
import { lastBackup, lastTries } from './queries.ts';
import { openFrom } from './restore.ts';
import { someSettings, storeFiles } from './testing.ts';

const config = someSettings();
const db = await testDatabase();
const clock = { now: new Date('2026-11-27T02:30:00Z') };
await db.pool.query("insert into agencies (name) values ('acme')");
const bytesOf = (name: string): string => `bytes of ${name}`;
const bytesIn = async (from: Storage, name: string): Promise<string | null> => {
  const found = await from.open(name);
  return found === null ? null : text(found.body);
};

/** Makes a set a second later than the last one. */
const backUp = (given: Partial<Parameters<typeof makeBackup>[0]> & { to: string }) => {
  clock.now = new Date(clock.now.getTime() + 1000);
  return makeBackup({ url: db.url, config, clock: () => clock.now, ...given });
};

describe('a bucket', async () => {
  const bucket = await aBucket();
  const passphrase = 'correct horse battery';
  const inBucket = { ...config, s3: bucket.settings, backup: { ...config.backup, passphrase } };
  const to = 's3://reel/backups';
  const objects = ['one.png', 'two.png', 'three.png', 'four.png'];
  const stored = await storeFiles(inBucket, objects);
  bucket.objects.set('/reel/journal/1', Buffer.from('of the journal'));

  test('an encrypted set in a bucket copies its objects, and brings them back', async () => {
    const made = await backUp({ config: inBucket, to });
    assert.deepEqual([made.contents.files.kind, made.contents.files.count], ['copied', 4]);
    const kept = [...bucket.objects].filter(([path]) => path.startsWith('/reel/backups/'));
    for (const [path, bytes] of kept) {
      if (path.endsWith('manifest.json')) continue;
      assert.equal(bytes.subarray(0, 4).toString(), 'ARB1', path);
    }
    assert.ok(!kept.some(([, bytes]) => bytes.includes('acme') || bytes.includes('bytes of')));
    await stored.delete('two.png');
    const { means, opened } = await openFrom(inBucket, { from: to });
    await checkSet(means, opened);
    assert.deepEqual(await restoreFiles({ ...means, config: inBucket, storage: stored }, opened), {
      written: 1,
      there: 3,
    });
    assert.equal(await bytesIn(stored, 'two.png'), bytesOf('two.png'));
    const plain = { ...inBucket, backup: config.backup };
    await assert.rejects(openFrom(plain, { from: to }), /is encrypted: set BACKUP_PASSPHRASE/);
    const other = { ...inBucket, backup: { ...config.backup, passphrase: 'another passphrase' } };
    await assert.rejects(openFrom(other, { from: to }), /was encrypted with another BACKUP_PASSPHRASE/);
  });

  test('of a bucket that keeps versions, a list is enough', async () => {
    bucket.keepsVersions = true;
    bucket.listedAtOnce = 2;
    for (const name of objects) await storeFiles(inBucket, [name]);
    await stored.delete('three.png');
    const gone = bucket.versions.get('/reel/three.png')?.[0];
    assert.ok(gone);
    gone.at = new Date(Date.now() - 3_600_000);
    bucket.requests.length = 0;
    const made = await backUp({ config: inBucket, to });
    assert.deepEqual([made.contents.files.kind, made.contents.files.count], ['versions', 3]);
    assert.ok(!bucket.requests.some((request) => request.startsWith('GET /reel/one')), 'nothing is copied');
    bucket.listedAtOnce = 50;
    await stored.delete('one.png');
    await stored.put('two.png', Buffer.from('spoilt'), { contentType: 'image/png', sizeBytes: 6 });
    const { means, opened } = await openFrom(inBucket, { from: to });
    await checkSet(means, opened);
    assert.deepEqual(await restoreFiles({ ...means, config: inBucket, storage: stored }, opened), {
      written: 2,
      there: 1,
    });
    for (const name of ['one.png', 'two.png']) assert.equal(await bytesIn(stored, name), bytesOf(name));
    const elsewhere = { ...inBucket, s3: { ...bucket.settings, bucket: 'other' } };
    await assert.rejects(
      async () => restoreFiles({ ...means, config: elsewhere, storage: stored }, opened),
      /versions in the bucket reel, which S3_BUCKET must name/,
    );
  });

  test('a repository without room fails the backup, is recorded, and leaves no half set', async () => {
    const before = await lastBackup(db);
    bucket.failing = (method, path) =>
      method === 'PUT' && path.endsWith('public.agencies.000001') ? { status: 507 } : undefined;
    await assert.rejects(backUp({ config: inBucket, to }), /there is no room for the backup in s3:\/\/reel\/backups/);
    const tries = await db.asSystem((tx) => lastTries(tx));
    assert.deepEqual(
      [tries.failedAt, tries.failure],
      [clock.now, 'there is no room for the backup in s3://reel/backups'],
    );
    assert.deepEqual(await lastBackup(db), before);
    const name = clock.now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    assert.deepEqual(
      [...bucket.objects.keys()].filter((path) => path.includes(name)),
      [],
    );
    bucket.failing = () => undefined;
    const made = await backUp({ config: inBucket, to });
    const last = await lastBackup(db);
    assert.deepEqual([last?.set, last?.repository, last?.bytes], [made.set, to, made.bytes]);
  });
});
