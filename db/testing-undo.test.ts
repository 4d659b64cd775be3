import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from './testing.ts';
import { undoing } from './testing-undo.ts';

const db = await testDatabase();
const undo = undoing(db);
const names = async (): Promise<string[]> =>
  (await db.pool.query<{ name: string }>('select name from agencies order by name')).rows.map(({ name }) => name);
const add = (name: string) => db.asSystem((tx) => tx.insertInto('agencies').values({ name }).execute());
await add('Before');

test('changes made in several transactions are visible until they are undone', async () => {
  const seen = await undo(async () => {
    await add('First');
    await add('Second');
    return names();
  });
  assert.deepEqual([seen, await names()], [['Before', 'First', 'Second'], ['Before']]);
});

test('a failing transaction is undone by itself, and so is a failing statement outside of any', async () => {
  const seen = await undo(async () => {
    await add('First');
    await assert.rejects(
      db.asSystem(async (tx) => {
        await tx.insertInto('agencies').values({ name: 'Second' }).execute();
        throw new Error('no');
      }),
      /no/,
    );
    await assert.rejects(db.pool.query('select 1 from nowhere'));
    return names();
  });
  assert.deepEqual(seen, ['Before', 'First']);
});

test('each transaction of an agency sees only its own agency', async () => {
  const seen = await undo(async () => {
    const { id } = await db.asSystem((tx) =>
      tx.insertInto('agencies').values({ name: 'Own' }).returning('id').executeTakeFirstOrThrow(),
    );
    const own = await db.asAgency(id, (tx) => tx.selectFrom('agencies').select('name').execute());
    return [own.map(({ name }) => name), await names()];
  });
  assert.deepEqual(seen, [['Own'], ['Before', 'Own']]);
});

test('work that fails is undone, and its error is thrown', async () => {
  await assert.rejects(
    undo(async () => {
      await add('First');
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await names(), ['Before']);
  await add('After');
  assert.deepEqual(await names(), ['After', 'Before']);
});
