import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import { fillEveryTable } from '../account-data/testing-fill.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { openOwnSecrets } from '../../base/secrets/own-key.ts';
import { heldFolder } from '../../base/storage/disk.ts';
import { openStorage } from '../../base/storage/open.ts';
import type { Storage } from '../../base/storage/storage.ts';
import { checkSet } from './check-set.ts';
import { openPooled } from './files-in.ts';
import { listOf } from './files-out.ts';
import { makeBackup } from './make-backup.ts';
import { bringRowsBack, openFrom, restore } from './restore.ts';
import { refuseHidden } from './tables-out.ts';
import { aFolder, aTarget, everyRow, someSettings, storeFiles } from './testing.ts';

const config = someSettings();
const repository = aFolder('backups');
const db = await testDatabase();
const clock = { now: new Date('2026-11-27T02:30:00Z') };
await fillEveryTable(db, { marker: 'acme', idsFrom: 7_000_000_000_000 });
await fillEveryTable(db, { marker: 'bravo', idsFrom: 8_000_000_000_000 });
const named = (await db.pool.query<{ name: string }>('select name from files order by name')).rows.map(
  (row) => row.name,
);
const storage = await storeFiles(config, [...named, 'unnamed.png']);
const bytesIn = async (from: Storage, name: string): Promise<string | null> => {
  const found = await from.open(name);
  return found === null ? null : text(found.body);
};
const bytesOf = (name: string): string => `bytes of ${name}`;

/** Makes a set a second later than the last one. */
const backUp = (given: Partial<Parameters<typeof makeBackup>[0]> = {}) => {
  clock.now = new Date(clock.now.getTime() + 1000);
  return makeBackup({ url: db.url, config, to: repository, clock: () => clock.now, ...given });
};

/** What a restore must leave as it was: keys, forced row-level security, triggers and sequences. */
async function shapeOf(pool: typeof db.pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select conrelid::regclass::text || conname || pg_get_constraintdef(oid) || convalidated as text from pg_constraint
    union all select oid::regclass::text || relrowsecurity || relforcerowsecurity from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text || tgname || tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename || coalesce(last_value::text, '') from pg_sequences
      where sequencename <> 'backups_id_seq'
    order by 1`);
  return rows;
}

describe('a set', () => {
  test('every row of every table of all agencies comes back, with files, keys, triggers and sequences', async () => {
    await db.pool.query("select setval('agencies_id_seq', 9_000_000_000_000)");
    await db.asSystem((tx) => enqueueJob(tx, jobs.makeThumbnail, { fileId: '7' }));
    await openOwnSecrets(config, db);
    const before = await everyRow(db);
    assert.equal(before['pgboss.job_common']?.length, 1);
    const { rows: owned } = await db.pool.query<{ name: string }>(
      `select attrelid::regclass::text as name from pg_attribute
      where attname = 'agency_id' and attrelid = any($1::regclass[])`,
      [Object.keys(before)],
    );
    assert.ok(owned.length > 60);
    for (const { name } of owned) assert.ok((before[name]?.length ?? 0) >= 2, `${name} has rows of both agencies`);
    const made = await backUp();
    const counts = Object.fromEntries(
      made.contents.tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows]),
    );
    assert.equal(counts['public.agencies'], 2);
    assert.deepEqual([made.contents.files.count, made.contents.files.missing], [named.length + 1, 0]);

    const target = await aTarget();
    const { means, opened } = await openFrom(config, { from: repository });
    assert.equal(await bringRowsBack({ url: target.url, means, opened, replace: false }), 0);
    const after = await everyRow(target);
    assert.deepEqual(after, before);
    assert.deepEqual(await shapeOf(target.pool), await shapeOf(db.pool));
    await assert.rejects(migrate(target.url), /a restore into this database has not finished: run it again/);

    const elsewhere = someSettings({ secretKey: config.secretKey });
    mkdirSync(join(elsewhere.dataDir, 'files'), { recursive: true });
    const whole = await aTarget();
    const restored = await restore({ url: whole.url, config: elsewhere, from: repository });
    assert.deepEqual([restored.set, restored.files], [made.set, { written: named.length + 1, there: 0 }]);
    const files = await openStorage(elsewhere);
    for (const name of named) assert.equal(await bytesIn(files, name), bytesOf(name));
    await migrate(whole.url);
    const { rows } = await whole.pool.query('select backup_at from installation where held_at is not null');
    assert.deepEqual(rows, [{ backup_at: made.takenAt }], 'nothing is published');
  });

  test('only a database without rows is restored into, and only while none of our programs uses it', async () => {
    const target = await aTarget();
    await target.pool.query("insert into agencies (name) values ('Theirs')");
    const tried = (): Promise<unknown> => restore({ url: target.url, config, from: repository });
    await assert.rejects(tried(), /the database is not empty \(agencies has rows\).*--replace/);
    await target.pool.query("set application_name to 'agencyreel worker'");
    await assert.rejects(tried(), /is in use by agencyreel worker: stop web and worker first/);
  });
});

/** Changes a stored object for as long as `work` runs. */
async function withChanged(path: string, change: () => void, work: () => Promise<void>): Promise<void> {
  const bytes = readFileSync(path);
  change();
  await work();
  rmSync(path, { force: true });
  writeFileSync(path, bytes);
}

describe('a set that cannot be trusted', async () => {
  const another = aFolder('another');
  const { set } = await backUp({ to: another });
  const [id = ''] = readdirSync(join(another, 'sets'));
  const inSet = (name: string): string => join(another, 'sets', id, set, name);
  const [table = ''] = readdirSync(inSet('tables'));
  const [pooled = ''] = readdirSync(join(another, 'pool', id, 'plain'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const tried = async (given: Partial<typeof config> = {}): Promise<void> => {
    const { means, opened } = await openFrom({ ...config, ...given }, { from: another });
    await checkSet(means, opened);
    for await (const line of listOf(means, opened)) for await (const piece of await openPooled(means, line)) void piece;
  };
  const flip = (path: string) => () => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  test('another SECRET_KEY and another passphrase are refused by name', async () => {
    await tried();
    await assert.rejects(tried({ secretKey: randomBytes(32) }), /has sets of another SECRET_KEY \([0-9a-f]{8}\)/);
    await assert.rejects(tried({ secretKey: null }), /SECRET_KEY is not set, and there is no .*secret\.key/);
    const passphrase = 'correct horse battery';
    await assert.rejects(
      tried({ backup: { ...config.backup, passphrase } }),
      /is not encrypted: unset BACKUP_PASSPHRASE to read it/,
    );
  });

  test('a part, a file or a manifest that was changed, cut off or removed is refused by name', async () => {
    const cases: [string, (path: string) => () => void, RegExp][] = [
      [inSet(`tables/${table}`), flip, /tables\/.* was changed/],
      [inSet('files.000001'), flip, /files\.000001 .* was changed/],
      [pooled, flip, /^files\/.* was changed in the backup/],
      [inSet('manifest.json'), flip, /the manifest .* (is damaged|was changed)/],
      [inSet(`tables/${table}`), (path) => () => truncateSync(path, 3), /has 3 bytes instead of/],
      [pooled, (path) => () => truncateSync(path, 1), /was changed in the backup/],
      [inSet(`tables/${table}`), (path) => () => rmSync(path), /is missing in the set/],
      [pooled, (path) => () => rmSync(path), /is missing in the backup/],
    ];
    for (const [path, change, message] of cases)
      await withChanged(path, change(path), () => assert.rejects(tried(), { message }));
  });

  test('a manifest without a signature of this SECRET_KEY is refused, however well it is made', async () => {
    const path = inSet('manifest.json');
    const forged = readFileSync(path, 'utf8').replace('\\"rows\\":2', '\\"rows\\":3');
    assert.notEqual(forged, readFileSync(path, 'utf8'));
    await withChanged(
      path,
      () => writeFileSync(path, forged),
      () => assert.rejects(tried(), /its signature does not fit/),
    );
  });

  test('a set whose backup did not finish is said to be half, and never chosen', async () => {
    await withChanged(
      inSet('manifest.json'),
      () => rmSync(inSet('manifest.json')),
      async () => {
        await assert.rejects(tried(), /has no whole set of this installation's key/);
        await assert.rejects(openFrom(config, { from: another, set }), /is not whole: its backup did not finish/);
      },
    );
  });

  test('a set of a newer program, or of another one with the same numbers, is refused', async () => {
    const { means, opened } = await openFrom(config, { from: another });
    const of = (migration: Partial<typeof opened.contents.migration>) => ({
      ...opened,
      contents: { ...opened.contents, migration: { ...opened.contents.migration, ...migration } },
    });
    const into = (given: typeof opened) => bringRowsBack({ url: db.url, means, opened: given, replace: false });
    await assert.rejects(into(of({ version: 9000 })), /which is newer: install that one first/);
    await assert.rejects(into(of({ checksum: 'x' })), /another program: its migration \d+.* differs/);
  });
});

test('no policy that could hide rows is passed over in silence', () => {
  const table = { name: 'x', is_filtered: true, is_restricted: false, policies: ['(agency_id = 1)'] };
  assert.throws(() => refuseHidden(table), /may hide rows of x/);
  assert.throws(() => refuseHidden({ ...table, policies: [] }), /may hide rows of x/);
  const known = 'COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true)';
  assert.throws(() => refuseHidden({ ...table, policies: [known], is_restricted: true }), /may hide rows of x/);
  refuseHidden({ ...table, policies: [known] });
  refuseHidden({ ...table, is_filtered: false });
});

test('a backup with a key that is not the database’s makes no set', async () => {
  const other = { ...config, secretKey: randomBytes(32) };
  const nowhere = aFolder('nowhere');
  await assert.rejects(backUp({ config: other, to: nowhere }), /SECRET_KEY/);
  assert.deepEqual(readdirSync(nowhere), []);
});

describe('a backup under way', () => {
  test('rows and files are of one instant: what is added or deleted meanwhile changes neither', async () => {
    const [name = ''] = named;
    const blocker = await db.pool.connect();
    await blocker.query('begin; lock table users in access exclusive mode');
    const making = backUp();
    await waitsForLock(db, making, { by: blocker });
    await assert.rejects(backUp(), /another backup of this database is running/);
    await storage.delete(name);
    await storage.put('later.png', Buffer.from('later'), { contentType: 'image/png', sizeBytes: 5 });
    await blocker.query('rollback');
    blocker.release();
    await making;
    assert.ok(!existsSync(heldFolder(config.dataDir)));
    assert.equal(await bytesIn(storage, name), null, 'it is deleted all the same');
    const { means, opened } = await openFrom(config, { from: repository });
    await checkSet(means, opened);
    const paths = [];
    for await (const { path } of listOf(means, opened)) paths.push(path);
    assert.ok(paths.includes(`files/${name}`));
    await storeFiles(config, [name]);
  });

  test('files are copied once, and go with the last set that names them', async () => {
    const pool = join(repository, 'pool', readdirSync(join(repository, 'pool'))[0] ?? '', 'plain');
    const copied = (): string[] =>
      readdirSync(pool, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const before = copied().map((path) => statSync(path).mtimeMs);
    await storage.delete('unnamed.png');
    clock.now = new Date('2026-11-27T12:00:00Z');
    const made = await backUp();
    assert.ok(made.deleted.length > 0, 'only the newest set of a day stays');
    assert.deepEqual(
      copied().map((path) => statSync(path).mtimeMs),
      before.toSpliced(copied().length),
    );
    assert.ok(!copied().some((path) => path.endsWith('unnamed.png')));
    const { means, opened } = await openFrom(config, { from: repository });
    await checkSet(means, opened);
  });
});
