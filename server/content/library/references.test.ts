/**
 * Every foreign key that points to files, read from the database, so that no reference is overlooked when files are
 * deleted.
 */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { anUnneededFile, aRowThatNeeds, needs } from './testing-references.ts';
import { removeFiles } from '../../base/files/remove-files.job.ts';

let now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
const { db, services } = server;
const clean = removeFiles(services);
const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };

const { rows: references } = await db.pool.query<{ reference: string; deletes: string }>(`
  select f.relname || '.' || a.attname as reference, r.confdeltype as deletes
  from pg_constraint r
  join pg_class f on f.oid = r.conrelid
  join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
  where r.contype = 'f' and r.confrelid = 'files'::regclass
  order by 1`);

test('each reference says whether it needs its file, is deleted with it or stays without it', () => {
  assert.deepEqual(references.map(({ reference }) => reference).toSorted(), Object.keys(needs).toSorted());
});

for (const { reference, deletes } of references.filter(({ reference: name }) => needs[name] === 'goes with it'))
  test(`${reference} is deleted with its file`, () => {
    assert.equal(deletes, 'c', 'on delete cascade');
  });

for (const { reference, deletes } of references.filter(({ reference: name }) => needs[name] === 'stays without it'))
  test(`${reference} stays when its file is deleted`, () => {
    assert.equal(deletes, 'n', 'on delete set null');
  });

for (const { reference } of references.filter(({ reference: name }) => needs[name] === 'needs it'))
  test(`a file that ${reference} needs survives months, and is removed when it is not needed`, async () => {
    const id = await anUnneededFile(db, server.owner);
    const release = await aRowThatNeeds(db, { owner: server.owner, reference, fileId: id });
    const isThere = async () => (await db.pool.query('select from files where id = $1', [id])).rows.length === 1;
    const inDays = async (days: number): Promise<void> => {
      now = new Date(now.getTime() + days * 86_400_000);
      await clean({}, job);
    };
    await inDays(1);
    await inDays(31);
    assert.equal(await isThere(), true);
    await release();
    await inDays(1);
    await inDays(31);
    assert.equal(await isThere(), false);
  });

for (const { reference } of references.filter(({ reference: name }) => needs[name] === 'needs it'))
  test(`a file that ${reference} needs counts towards the quota as long as it is needed`, async () => {
    const used = async () => (await server.ask('fetch-space', {})).used_bytes;
    const id = await anUnneededFile(db, server.owner);
    const sizeBytes = 1_000_000;
    await db.pool.query('update files set size_bytes = $1 where id = $2', [sizeBytes, id]);
    const before = await used();
    const release = await aRowThatNeeds(db, { owner: server.owner, reference, fileId: id });
    const grownBytes = (await used()) - before;
    assert.ok(grownBytes >= sizeBytes && grownBytes < sizeBytes + 1_000, String(grownBytes));
    await release();
    assert.ok((await used()) <= before);
  });

test('every table that refers to files is exported and emptied with its agency', async () => {
  const tables = [...new Set(references.map(({ reference }) => reference.split('.')[0] ?? ''))];
  const { rows } = await db.pool.query<{ table: string }>(
    `select c.relname as table from pg_class c
     where c.relname = any($1) and (c.relname = 'agencies'
       or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'agency_id'))`,
    [tables],
  );
  assert.deepEqual(rows.map(({ table }) => table).toSorted(), tables.toSorted());
});
