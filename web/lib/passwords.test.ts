import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newPassword } from '#contract/people/auth.ts';
import { createClient } from '#contract/people/clients-members.ts';
import { clientPasswordProblem, memberPasswordProblem, passwordProblem } from './passwords.ts';

const passwords = [
  '',
  'short1!',
  'alllowercase1!',
  'ALLUPPERCASE1!',
  'NoDigitsHere!',
  'NoSpecial123',
  'Good#Pass1',
  'Ünïcode#1x',
  'Пароль#1aB',
  'with space A1!',
  'aB1!aB1!',
];

for (const password of passwords) {
  test(`browser and server give the same verdict on "${password}"`, () => {
    const answer = newPassword.safeParse(password);
    assert.equal(passwordProblem(password), answer.success ? '' : answer.error.issues[0]?.message);
  });
}

for (const password of passwords) {
  test(`browser and server give the same verdict on "${password}" for a team member`, () => {
    const answer = createClient.input.shape.password.safeParse(password);
    assert.equal(memberPasswordProblem(password), answer.success ? '' : answer.error.issues[0]?.message);
  });
}

test('the client form has one message for every weakness', () => {
  assert.match(clientPasswordProblem('abc'), /^Password must be at least 8 characters long and include/);
  assert.equal(clientPasswordProblem('Good#Pass1'), '');
});
