import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NetworkId } from '#rules/eligibility.ts';
import { createSlots } from './slots.ts';

const parallel: Partial<Record<NetworkId, number>> = { telegram: 100, medium: 2 };

function aWorkersPlaces(concurrency: number) {
  const places = createSlots({ concurrency, parallelOf: (network) => parallel[network] ?? 0 });
  const begun: string[] = [];
  const take = (network: NetworkId, name: string): void => {
    void places.take(network).then(() => {
      begun.push(name);
    });
  };
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return { places, begun, take, settled };
}

test('who asks beyond the places waits, and takes the first that is freed, in its order', async () => {
  const { places, begun, take, settled } = aWorkersPlaces(2);
  for (const name of ['a', 'b', 'c', 'd']) take('telegram', name);
  await settled();
  assert.deepEqual(begun, ['a', 'b']);
  places.free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  places.free('telegram');
  places.free('telegram');
  await settled();
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  assert.equal(places.room(), 1);
});

test('a network has no more than its own number, and keeps no other one back', async () => {
  const { places, begun, take, settled } = aWorkersPlaces(4);
  for (const name of ['m1', 'm2', 'm3']) take('medium', name);
  take('telegram', 't1');
  take('telegram', 't2');
  take('telegram', 't3');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2']);
  places.free('telegram');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3']);
  places.free('medium');
  await settled();
  assert.deepEqual(begun, ['m1', 'm2', 't1', 't2', 't3', 'm3']);
});

test('a quarter more than there are places is claimed ahead; of a network that takes few at a time none', async () => {
  const { places, take, settled } = aWorkersPlaces(100);
  assert.deepEqual(
    [places.room(), places.roomOf('telegram'), places.roomOf('medium'), places.roomOf('reddit')],
    [125, 125, 2, 0],
  );
  for (let place = 0; place < 110; place += 1) take('telegram', String(place));
  await settled();
  assert.deepEqual([places.room(), places.roomOf('telegram'), places.roomOf('medium')], [15, 15, 2]);
});
