import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { openHold } from '../../base/storage/hold.ts';
import type { Storage } from '../../base/storage/storage.ts';
import { aBucket } from '../testing/bucket.ts';
import { checkSet } from './check-set.ts';
import { restoreFiles } from './files-in.ts';
import { backupCommand } from './commands.ts';
import { dropHeld, makeBackup } from './make-backup.ts';
import { lastBackup, lastTries } from './queries.ts';
import { openFrom } from './restore.ts';
import { aFolder, someSettings, storeFiles } from './testing.ts';

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

test('a bucket without versions keeps what is deleted while a backup copies it, until the backup ends', async () => {
  const bucket = await aBucket();
  const inBucket = { ...config, s3: bucket.settings };
  const stored = await storeFiles(inBucket, ['kept.png', 'gone.png', 'again.png']);
  const to = aFolder('backups-of-bucket');
  const meanwhile: Promise<unknown>[] = [];
  bucket.failing = (method, path) => {
    // The backup has read the rows, and lists the objects now.
    if (method === 'GET' && path.includes('list-type') && !path.includes('held') && meanwhile.length === 0) {
      const deleting = async (): Promise<void> => {
        await stored.delete('gone.png');
        await stored.delete('again.png');
        bucket.storedAt.set('/reel/held/waiting/again.png', new Date(Date.now() - 2000));
        await storeFiles(inBucket, ['again.png']);
      };
      meanwhile.push(deleting());
    }
    return undefined;
  };
  const { contents } = await backUp({ config: inBucket, to });
  await Promise.all(meanwhile);
  assert.deepEqual([contents.files.kind, contents.files.count, contents.files.missing], ['copied', 3, 0]);
  assert.deepEqual([...bucket.objects.keys()].toSorted(), ['/reel/again.png', '/reel/kept.png']);

  // A backup that died leaves its mark; the next run of the job ends it.
  await openHold(inBucket).begin();
  await stored.delete('kept.png');
  assert.equal(bucket.objects.has('/reel/kept.png'), true);
  await dropHeld({ url: db.url, config: inBucket });
  assert.deepEqual([...bucket.objects.keys()], ['/reel/again.png']);
  await stored.delete('again.png');
  assert.deepEqual([...bucket.objects.keys()], [], 'without a backup it is deleted at once');
});

test('the list of backups says which failed lately, and why; also without a database it names the sets', async () => {
  const to = aFolder('listed');
  const run = (onDatabase: Parameters<ReturnType<typeof backupCommand>>[1]) =>
    backupCommand(['list-backups', `--from=${to}`])(config, onDatabase);
  const made = await backUp({ to });
  const text = await run((work) => work({ url: db.url, ownerUrl: db.url, adminUrl: db.url }, () => Promise.resolve()));
  assert.match(text, new RegExp(`^${made.set}\twhole\n`));
  assert.match(text, /\nFailed 2026-11-27T02:\d\d:\d\d\.000Z, to s3:\/\/reel\/backups: there is no room for/);
  const away = await run(() => Promise.reject(new Error('the database does not answer')));
  assert.match(away, /\twhole\nFailed backups cannot be listed: the database does not answer\n$/);
});
