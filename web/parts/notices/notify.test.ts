import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dismiss, notices, notify } from './notify.ts';

test('a notice stays two seconds, or four if its area says so', () => {
  notify.success('Saved');
  notify.danger('Refused', { seconds: 4 });
  assert.deepEqual(
    notices().map(({ tone, seconds }) => [tone, seconds]),
    [
      ['success', 2],
      ['danger', 4],
    ],
  );
});

test('a long failure stays as long as it takes to read', () => {
  notify.danger('Your agency has used up its space. Please delete files and texts you no longer need.');
  assert.equal(notices().at(-1)?.seconds, 6.4);
  dismiss(notices().at(-1)?.id ?? 0);
});

test('repeating the same words gives a single notice', () => {
  notify.success('Saved');
  assert.equal(notices().filter(({ message }) => message === 'Saved').length, 1);
});

test('at most three notices are shown at once, and the oldest goes', () => {
  for (const message of ['a', 'b', 'c']) notify.success(message);
  assert.deepEqual(
    notices().map(({ message }) => message),
    ['a', 'b', 'c'],
  );
});

test('a dismissed notice is removed', () => {
  const [first] = notices();
  dismiss(first?.id ?? 0);
  assert.deepEqual(
    notices().map(({ message }) => message),
    ['b', 'c'],
  );
});
