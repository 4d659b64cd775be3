import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMigrations } from './migrate.ts';

/** Migrations up to this one ran while nothing else did; later ones run beside processes of the version before. */
const last = 190;

/** What a process of the version before would fail on, or wait for. A tag of a version lets the next one contract. */
const contracting: readonly (readonly [string, RegExp])[] = [
  ['drops a table, column, function or type', /\bdrop (table|column|function|type|view)\b/],
  ['renames', /\brename (to|column|constraint)\b/],
  ['changes a type', /\balter column \w+ (set data )?type\b/],
  ['sets not null', /\balter column \w+ set not null\b/],
  ['adds a column that old statements cannot fill', /\badd column (?!.*\bdefault\b)[^,;]*\bnot null\b/],
];

/** The reasons why a migration does not run beside the version before. */
const faultsOf = (sql: string): string[] => {
  const text = sql.replaceAll(/^\s*--.*$/gm, '').toLowerCase();
  return contracting.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
};

test('later migrations only expand, so that the version before runs beside them', () => {
  const found = readMigrations()
    .filter(({ version }) => version > last)
    .map(({ name, sql }) => [name, faultsOf(sql)] as const)
    .filter(([, faults]) => faults.length > 0);
  assert.deepEqual(found, []);
});

test('the check recognises what the version before would fail on', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['alter table a drop column b', 1],
    ['alter table a rename to b', 1],
    ['alter table a alter column b type text', 1],
    ['alter table a alter column b set not null', 1],
    ['alter table a add column b text not null', 1],
    ["alter table a add column b text not null default ''", 0],
    ['create table a (b text not null)', 0],
    ['-- drop table a\nalter table a add column b text', 0],
  ];
  for (const [sql, faults] of cases) assert.equal(faultsOf(sql).length, faults, sql);
});
