import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { testDatabase } from './testing.ts';

const enter = (agency: string) => ({
  text: `select set_config('app.agency_id', $1, true) as agency`,
  values: [agency],
});
const visible = { text: 'select visible_agency()::text as id', values: [] };

describe('statements sent together', () => {
  test('each statement answers its rows, and a setting of the first one ends with the batch', async () => {
    const db = await testDatabase({ max: 1 });
    for (const agency of ['7', '8']) {
      assert.deepEqual(await db.readTogether<[{ agency: string }, { id: string | null }]>([enter(agency), visible]), [
        [{ agency }],
        [{ id: agency }],
      ]);
    }
    assert.deepEqual((await db.pool.query(visible.text)).rows, [{ id: null }]);
  });

  test('values have the same JavaScript types as in other queries', async () => {
    const db = await testDatabase();
    const [[row]] = await db.readTogether<[object]>([
      {
        text: `select $1::text as words, $2::bigint as id, $3::timestamptz as at, $4::bytea as bytes,
          $5::text as nothing, '{a,b}'::text[] as list, 1 as n`,
        values: ["O'Neil 💐", '12345678901234', '2026-06-01T10:00:00.000Z', Buffer.from([0, 39, 255]), null],
      },
    ]);
    assert.deepEqual(row, {
      words: "O'Neil 💐",
      id: '12345678901234',
      at: new Date('2026-06-01T10:00:00Z'),
      bytes: Buffer.from([0, 39, 255]),
      nothing: null,
      list: ['a', 'b'],
      n: 1,
    });
  });

  test('statements fail together, and the next ones succeed', async () => {
    const db = await testDatabase({ max: 1 });
    const planting = { text: `insert into agencies (name) values ($1) returning name`, values: ['Planted'] };
    const dividing = { text: 'select 1 / $1::int as x', values: ['0'] };
    await assert.rejects(db.readTogether([planting, dividing]), /division by zero/);
    await assert.rejects(db.readTogether([{ text: 'select nonsense', values: [] }]), /nonsense/);
    assert.deepEqual((await db.pool.query(`select from agencies where name = 'Planted'`)).rows, []);
    assert.deepEqual(await db.readTogether([{ ...dividing, values: ['1'] }]), [[{ x: 1 }]]);
  });

  test('no connection takes a statement for prepared that was never reached', async () => {
    const db = await testDatabase({ max: 1 });
    const failing = { text: 'select 1 / $1::int as x', values: ['0'] };
    const behind = { text: 'select $1::int + 1 as n', values: ['1'] };
    await assert.rejects(db.readTogether([failing, behind]), /division by zero/);
    assert.deepEqual(await db.readTogether([behind]), [[{ n: 2 }]]);
  });

  test('statements are answered even if there are too many to keep prepared', async () => {
    const db = await testDatabase({ max: 1 });
    for (let text = 0; text < 510; text += 1) {
      const [one, two] = await db.readTogether<[{ n: number }, { n: number }]>([
        { text: `select $1::int + ${text} as n`, values: ['1'] },
        { text: `select $1::int - ${text} as n`, values: ['1'] },
      ]);
      assert.deepEqual([one, two], [[{ n: 1 + text }], [{ n: 1 - text }]]);
    }
  });

  test('batches share their connections with all other queries', async () => {
    const db = await testDatabase({ max: 2 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? db
              .readTogether<[{ n: string }]>([{ text: 'select $1::text as n', values: [String(index)] }])
              .then(([[row]]) => row?.n)
          : db.pool.query<{ n: string }>('select $1::text as n', [String(index)]).then(({ rows }) => rows[0]?.n),
      ),
    );
    assert.deepEqual(
      answers,
      Array.from({ length: 40 }, (_, index) => String(index)),
    );
  });
});
