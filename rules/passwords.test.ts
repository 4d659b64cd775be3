import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { generatePassword, lackOf } from './passwords.ts';

const cases: [string, ReturnType<typeof lackOf>][] = [
  ['Aa1!aaa', 'length'], ['aaaaaaa1!', 'upper'], ['AAAAAAA1!', 'lower'], ['Aaaaaaaa!', 'digit'], ['Aaaaaaaa1', 'special'],
  ['Aaaaaaaa1?', 'special'], ['', 'length'], ['Aaaaaa1!', null], ['Äöüäöü1!', null], ['ПарольА1*', null],
];
for (const [password, lack] of cases) {
  test(`"${password}" lacks ${lack ?? 'nothing'}`, () => assert.equal(lackOf(password), lack));
}

test('a generated password is good and never the same', () => {
  const made = Array.from({ length: 200 }, () => generatePassword(randomInt));
  assert.deepEqual(made.filter((password) => lackOf(password) !== null || password.length !== 16), []);
  assert.equal(new Set(made).size, 200);
});
