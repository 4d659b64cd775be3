import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { testDatabase } from '#db/testing.ts';
import { openOwnSecrets } from '../../base/secrets/own-key.ts';
import { openSecrets } from '../../base/secrets/secrets.ts';
import { rotateKey, sealedColumns } from './rotate-key.ts';

const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const dataDir = mkdtempSync(join(tmpdir(), 'rotate-'));
whenDone(() => rmSync(dataDir, { recursive: true }));
const given = (secretKey: Buffer | null, secretKeyBefore: Buffer | null = null) => ({
  secretKey,
  secretKeyBefore,
  dataDir,
});

test('a database belongs to the first key, and refuses others in one line', async () => {
  const db = await testDatabase();
  await openOwnSecrets(given(one), db);
  await openOwnSecrets(given(one), db);
  await assert.rejects(openOwnSecrets(given(two), db), /^Error: SECRET_KEY is not the key that sealed this database/);
  await assert.rejects(openOwnSecrets(given(null), db), /set the same SECRET_KEY on every machine/);
  const { rows } = await db.pool.query<{ fingerprint: string }>('select fingerprint from secret_keys');
  assert.equal(rows.length, 1);
  assert.ok(!one.toString('hex').includes(rows[0]?.fingerprint ?? ''), 'nothing of the key itself');
});

test('a database of before there were fingerprints refuses a key that opens nothing in it', async () => {
  const db = await testDatabase();
  await anAccount(db, one);
  await assert.rejects(openOwnSecrets(given(two), db), /SECRET_KEY is not the key/);
  await openOwnSecrets(given(one), db);
});

test('a rotation reseals with the new key beside the old one, which is then refused', async () => {
  const db = await testDatabase();
  await openOwnSecrets(given(one), db);
  const { credentials, bound } = await anAccount(db, one);
  const both = await openOwnSecrets(given(two, one), db);
  assert.equal(both.open(await credentials(), bound), 'token');
  await assert.rejects(openOwnSecrets(given(two), db), /keep SECRET_KEY_BEFORE/);
  await assert.rejects(openOwnSecrets(given(one), db), /exchange it/);
  await assert.rejects(openOwnSecrets(given(three, two), db), /unfinished/);
  assert.match(await rotateKey(db, given(two, one)), /^1 secrets .* SECRET_KEY_BEFORE is no longer needed/);
  assert.equal((await openOwnSecrets(given(two), db)).open(await credentials(), bound), 'token');
  await assert.rejects(openOwnSecrets(given(one), db), /SECRET_KEY is not the key/);
});

test('a rotation does not end while any column holds a value of the former key', async () => {
  const db = await testDatabase();
  await openOwnSecrets(given(one), db);
  await openOwnSecrets(given(two, one), db);
  const bound = { agencyId: '1', table: 'streams', field: 'title', owner: '1' };
  const sealed = openSecrets(one).seal('forgotten', bound);
  await db.asSystem(async (tx) => {
    const { id } = await tx.insertInto('agencies').values({ name: 'A' }).returning('id').executeTakeFirstOrThrow();
    await tx.insertInto('streams').values({ agency_id: id, type: 'text', title: sealed }).execute();
  });
  await assert.rejects(rotateKey(db, given(two, one)), /left in streams\.title/);
});

test('each expression of the list is one that the database understands', async () => {
  const db = await testDatabase();
  for (const { table, column, agency = 'agency_id', owner } of sealedColumns)
    await db.asSystem((tx) =>
      sql`select ${sql.ref(column)}, ${sql.raw(agency)}::text, (${sql.raw(owner)})::text
        from ${sql.table(table)}`.execute(tx),
    );
});

async function anAccount(db: Awaited<ReturnType<typeof testDatabase>>, key: Buffer) {
  return db.asSystem(async (tx) => {
    const { id } = await tx.insertInto('agencies').values({ name: 'A' }).returning('id').executeTakeFirstOrThrow();
    const user = await tx
      .insertInto('users')
      .values({ agency_id: id, role: 'client', name: 'C', email: 'c@example.test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bound = { agencyId: id, table: 'social_accounts', field: 'credentials', owner: `${user.id}:medium:x` };
    await tx
      .insertInto('social_accounts')
      .values({
        agency_id: id,
        user_id: user.id,
        network: 'medium',
        external_id: 'x',
        username: 'x',
        credentials: openSecrets(key).seal('token', bound),
      })
      .execute();
    const credentials = async (): Promise<string> => {
      const { rows } = await db.pool.query<{ credentials: string }>('select credentials from social_accounts');
      return rows[0]?.credentials ?? '';
    };
    return { bound, credentials };
  });
}
