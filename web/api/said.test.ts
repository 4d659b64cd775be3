import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isSaid, wordsOf } from './said.ts';

const refusal = (message: string, errors: Record<string, string> = {}) => ({ message, errors });

test('a refusal has the messages of its fields, each once, and without fields its own message', () => {
  assert.deepEqual(wordsOf(refusal('Email is required', { email: 'Email is required', name: 'Name is required' })), [
    'Email is required',
    'Name is required',
  ]);
  assert.deepEqual(wordsOf(refusal('Not valid', { a: 'Not valid', b: 'Not valid' })), ['Not valid']);
  assert.deepEqual(wordsOf(refusal('Email or password is not correct')), ['Email or password is not correct']);
});

for (const [title, error, onScreen, said] of [
  ['a form that shows it', refusal('The code is wrong'), ['The code is wrong'], true],
  ['a page that does not show it', refusal('The code is wrong'), ['Enter the code'], false],
  ['fields that show all messages', refusal('A', { a: 'A', b: 'B' }), ['A', 'B', 'help'], true],
  ['fields of which one is missing on the page', refusal('A', { a: 'A', b: 'B' }), ['A'], false],
  ['white space around the words', refusal(' A '), ['A'], true],
] as const)
  test(`${title}: the refusal is ${said ? 'on the screen' : 'not yet on the screen'}`, () => {
    assert.equal(isSaid(error, new Set<string>(onScreen)), said);
  });
