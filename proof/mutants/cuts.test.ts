import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cutsOf, withCut } from './cuts.ts';
import { sitesOf } from './sites.ts';
import { switched } from './switched.ts';

const all = (sql: string): string[] => cutsOf(sql).map((cut) => withCut(sql, cut).replaceAll(/\s+/g, ' ').trim());

for (const [what, sql, mistakes] of [
  ['terms of a condition', 'select from t where a = 1 and b', ['select from t where b', 'select from t where a = 1']],
  ['a condition of one term', 'delete from t where id = 1', ['delete from t where true']],
  [
    'a not',
    'select from t where not exists (select)',
    ['select from t where exists (select)', 'select from t where true'],
  ],
  ['a lock', 'select id from t limit 1 for update of t skip locked', ['select id from t limit 1']],
  ['a boundary', 'select a < b from t', ['select a <= b from t']],
  ['an or', 'select (a or b) from t', ['select (b) from t', 'select (a) from t']],
  ['a between', 'select from t where a between 1 and 2', ['select from t where true']],
  ['a join’s only condition', 'select from t join u on u.id = t.id', []],
  [
    'a parameter that is mentioned nowhere else',
    'select from t where a = $1 and b',
    ['select from t where ($1::text is null or true) and b', 'select from t where a = $1'],
  ],
  [
    'an inserted part',
    'select from t where ${isOpen({ a: 1 })} and b',
    ['select from t where b', 'select from t where ${isOpen({ a: 1 })}'],
  ],
] as const)
  test(`the mistakes in ${what} leave out one part at a time`, () => {
    assert.deepEqual(all(sql), mistakes);
  });

const source = `
export const find = (tx, id) =>
  tx.selectFrom('t').where('id', '=', id)
    .where((eb) => eb.or([eb('a', '<', 1), eb.not(eb('b'))])).forUpdate().execute();
const words = sql\`select from t where a and b\`;
const english = 'Nothing is left and not found.';
`;

test('a chain of Kysely loses a where, a lock, a not or a part of an or, and English loses nothing', () => {
  const mistakes = sitesOf('find.ts', source).map(({ start, end, instead }) => [
    source.slice(start, end).trim(),
    instead,
  ]);
  assert.deepEqual(
    mistakes.map(([part]) => part),
    [
      ".where('id', '=', id)",
      ".where((eb) => eb.or([eb('a', '<', 1), eb.not(eb('b'))]))",
      "eb('a', '<', 1),",
      "'<'",
      "eb.not(eb('b'))",
      "eb.not(eb('b'))",
      '.forUpdate()',
      'a and',
      'and b',
    ],
  );
});

test('all mistakes of a source are in one text, and none of them is on', async () => {
  const { text, mistakes } = switched('find.ts', source, { firstId: 1 });
  assert.deepEqual(
    mistakes.map(({ id, isEarly }) => [id, isEarly]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => [id, id > 7]),
  );
  assert.equal(text.split('globalThis.mutants.reach(').length, 3);
});
