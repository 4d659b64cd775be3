import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { fieldsOf, problemsOf, stateInWords, stateOf, typedPasswordProblem } from './client-fields.ts';

const good = { ...fieldsOf(null), name: 'Ada', email: 'ada@example.com', password: 'Good#Pass1', earning: 100 };

test('an empty form reports every required field', () => {
  assert.deepEqual(Object.keys(problemsOf(fieldsOf(null), null)), ['name', 'email', 'password', 'earning']);
});

test('a filled form has no errors', () => {
  assert.deepEqual(problemsOf(good, null), {});
});

test('a blank password is valid for an existing client', () => {
  assert.deepEqual(problemsOf({ ...good, password: '' }, { approval: 'none', approval_waiting: 0 }), {});
});

test("a weak password gets the form's single message, an empty one none yet", () => {
  assert.equal(typedPasswordProblem('weak'), messages.passwordRule);
  assert.equal(typedPasswordProblem(''), '');
});

test('earning nothing is valid, a negative amount is not', () => {
  assert.deepEqual(problemsOf({ ...good, earning: 0 }, null), {});
  assert.ok(problemsOf({ ...good, earning: -1 }, null).earning);
});

test('the fields of a client that several people may change are named as in the form', () => {
  const state = stateOf({ ...good, approval: 'client', frequency: 'monthly', company: 'Ada & Sons' });
  const said = (['name', 'earning', 'frequency', 'company', 'approval'] as const).map((field) =>
    stateInWords(field, state),
  );
  assert.deepEqual(said, ['Ada', '$100', 'Monthly', 'Ada & Sons', 'Client approves']);
  assert.equal('password' in state, false);
});

test('ending approval while posts wait asks what happens to them', () => {
  const asked = { approval: 'client', approval_waiting: 3 } as const;
  assert.deepEqual(problemsOf({ ...good, approval: 'none' }, asked), {
    approval_waiting: 'Please choose what happens to them',
  });
  assert.deepEqual(problemsOf({ ...good, approval: 'none', approval_waiting: 'keep' }, asked), {});
  assert.deepEqual(problemsOf({ ...good, approval: 'none' }, { ...asked, approval_waiting: 0 }), {});
  assert.deepEqual(problemsOf({ ...good, approval: 'client' }, asked), {});
});
