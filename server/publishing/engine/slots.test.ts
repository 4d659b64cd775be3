import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { NetworkId } from '#rules/eligibility.ts';
import { createSlots } from './slots.ts';

const parallel: Partial<Record<NetworkId, number>> = { telegram: 100, medium: 2 };

function aWorkersSlots(concurrency: number) {
  const slots = createSlots({ concurrency, parallelOf: (network) => parallel[network] ?? 0 });
  const begun: string[] = [];
  const releases = new Map<NetworkId, (() => void)[]>();
  const take = (network: NetworkId, name: string): void => {
    void slots.take(network).then((release) => {
      begun.push(name);
      releases.set(network, [...(releases.get(network) ?? []), release]);
    });
  };
  const free = (network: NetworkId): void => releases.get(network)?.shift()?.();
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return { slots, begun, take, free, settled };
}

test('a request beyond the slots waits for the next free one, in order', async () => {
  const { slots, begun, take, free, settled } = aWorkersSlots(2);
  for (const name of ['a', 'b', 'c', 'd']) take('telegram', name);
  await settled();
  assert.deepEqual(begun, ['a', 'b']);
  free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  free('telegram');
  free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  assert.equal(slots.room(), 1);
});

test('a network never exceeds its own limit, and blocks no other network', async () => {
  const { begun, take, free, settled } = aWorkersSlots(4);
  for (const name of ['m1', 'm2', 'm3']) take('medium', name);
  take('telegram', 't1');
  take('telegram', 't2');
  take('telegram', 't3');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2']);
  free('telegram');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3']);
  free('medium');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3', 'm3']);
});

test('a quarter more than the slots is claimed ahead, but nothing of a network with a low limit', async () => {
  const { slots, take, settled } = aWorkersSlots(100);
  assert.deepEqual(
    [slots.room(), slots.roomOf('telegram'), slots.roomOf('medium'), slots.roomOf('reddit')],
    [125, 125, 2, 0],
  );
  for (let index = 0; index < 110; index += 1) take('telegram', String(index));
  await settled();
  assert.deepEqual([slots.room(), slots.roomOf('telegram'), slots.roomOf('medium')], [15, 15, 2]);
});
