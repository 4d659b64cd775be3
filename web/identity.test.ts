import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askIdentity, onQuestion, openQuestion } from './identity.ts';

test('calls that want a confirmation at the same time share one question, and its answer', async () => {
  const seen: (string | null)[] = [];
  const stop = onQuestion(() => seen.push(openQuestion()?.proof ?? null));
  const [first, second] = [askIdentity('password'), askIdentity('password')];
  openQuestion()?.answer(true);
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.deepEqual(seen, ['password', null]);
  stop();
});

test('a later call asks anew', async () => {
  const first = askIdentity('code');
  const id = openQuestion()?.id;
  openQuestion()?.answer(false);
  const second = askIdentity('code');
  assert.notEqual(openQuestion()?.id, id);
  openQuestion()?.answer(true);
  assert.deepEqual([await first, await second, openQuestion()], [false, true, null]);
});
