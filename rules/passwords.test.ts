import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { generatePassword, lackOf, memberLackOf } from './passwords.ts';

const cases: [string, ReturnType<typeof lackOf>][] = [
  ['Aa1!aaa', 'length'],
  ['aaaaaaa1!', 'upper'],
  ['AAAAAAA1!', 'lower'],
  ['Aaaaaaaa!', 'digit'],
  ['Aaaaaaaa1', 'special'],
  ['Aaaaaaaa1?', 'special'],
  ['', 'length'],
  ['Aaaaaa1!', null],
  ['Äöüäöü1!', null],
  ['ПарольА1*', null],
];
for (const [password, lack] of cases) {
  test(`"${password}" lacks ${lack ?? 'nothing'}`, () => assert.equal(lackOf(password), lack));
}

for (const [password, lack] of [
  ['short', 'length'],
  ['longenough', 'digit'],
  ['longenough1', 'special'],
  ['longenough1!', 'upper'],
  ['LONGENOUGH1!', 'lower'],
  ['Longenough1!', null],
] as const) {
  test(`"${password}" for a team member lacks ${lack ?? 'nothing'} first`, () =>
    assert.equal(memberLackOf(password), lack));
}

test('a generated password is good and never the same', () => {
  const made = Array.from({ length: 200 }, () => generatePassword(randomInt));
  assert.deepEqual(
    made.filter((password) => lackOf(password) !== null || password.length !== 16),
    [],
  );
  assert.equal(new Set(made).size, 200);
});
