import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { testDatabase } from './testing.ts';

test('a statement with values is planned once per connection, whatever its values', async () => {
  const db = await testDatabase({ max: 1 });
  const next = (value: number) =>
    db.asAgency('1', async (tx) => (await sql<{ n: number }>`select ${value}::int + 1 as n`.execute(tx)).rows[0]?.n);
  assert.deepEqual([await next(1), await next(2), await next(3)], [2, 3, 4]);
  const { rows } = await db.pool.query(
    `select statement, generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%+ 1 as n'`,
  );
  assert.deepEqual(rows, [{ statement: 'select $1::int + 1 as n', runs: '3' }]);
});

test('a failed statement leaves its connection usable for the next attempt', async () => {
  const db = await testDatabase({ max: 1 });
  const divide = (value: number) =>
    db.asSystem(async (tx) => (await sql<{ n: number }>`select 10 / ${value}::int as n`.execute(tx)).rows[0]?.n);
  await assert.rejects(divide(0), /division by zero/);
  assert.equal(await divide(2), 5);
});
