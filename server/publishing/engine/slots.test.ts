import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NetworkId } from '#rules/eligibility.ts';
import { createSlots } from './slots.ts';

const parallel: Partial<Record<NetworkId, number>> = { telegram: 100, medium: 2 };

function aWorkersSlots(concurrency: number) {
  const slots = createSlots({ concurrency, parallelOf: (network) => parallel[network] ?? 0 });
  const begun: string[] = [];
  const take = (network: NetworkId, name: string): void => {
    void slots.take(network).then(() => {
      begun.push(name);
    });
  };
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return { slots, begun, take, settled };
}

test('who asks beyond the slots waits, and takes the first that is freed, in its order', async () => {
  const { slots, begun, take, settled } = aWorkersSlots(2);
  for (const name of ['a', 'b', 'c', 'd']) take('telegram', name);
  await settled();
  assert.deepEqual(begun, ['a', 'b']);
  slots.free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  slots.free('telegram');
  slots.free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  assert.equal(slots.room(), 1);
});

test('a network has no more than its own number, and keeps no other one back', async () => {
  const { slots, begun, take, settled } = aWorkersSlots(4);
  for (const name of ['m1', 'm2', 'm3']) take('medium', name);
  take('telegram', 't1');
  take('telegram', 't2');
  take('telegram', 't3');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2']);
  slots.free('telegram');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3']);
  slots.free('medium');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3', 'm3']);
});

test('a quarter more than there are slots is claimed ahead; of a network that takes few at a time none', async () => {
  const { slots, take, settled } = aWorkersSlots(100);
  assert.deepEqual(
    [slots.room(), slots.roomOf('telegram'), slots.roomOf('medium'), slots.roomOf('reddit')],
    [125, 125, 2, 0],
  );
  for (let index = 0; index < 110; index += 1) take('telegram', String(index));
  await settled();
  assert.deepEqual([slots.room(), slots.roomOf('telegram'), slots.roomOf('medium')], [15, 15, 2]);
});
