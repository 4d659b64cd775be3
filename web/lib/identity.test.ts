import assert from 'node:assert/strict';
import { test } from 'vitest';
import { askIdentity, identity } from './identity.ts';

test('calls that need a confirmation at the same time share one question and its answer', async () => {
  const seen: (string | null)[] = [];
  const stop = identity.onChange(() => seen.push(identity.open()?.asked ?? null));
  const [first, second] = [askIdentity('password'), askIdentity('password')];
  identity.open()?.answer(true);
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.deepEqual(seen, ['password', null]);
  stop();
});

test('a later call asks again', async () => {
  const first = askIdentity('code');
  const id = identity.open()?.id;
  identity.open()?.answer(false);
  const second = askIdentity('code');
  assert.notEqual(identity.open()?.id, id);
  identity.open()?.answer(true);
  assert.deepEqual([await first, await second, identity.open()], [false, true, null]);
});
