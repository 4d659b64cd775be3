import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGate } from './gate.ts';

test('a gate lets so many through at once, in their order, and outlives what fails', async () => {
  const gate = openGate(2);
  const order: number[] = [];
  let [now, most] = [0, 0];
  const work = (id: number) => gate(async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => { setImmediate(resolve); });
    order.push(id);
    now -= 1;
    if (id % 3 === 0) throw new Error('failed');
    return id;
  });
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(work));
  assert.deepEqual([most, order, results.filter(({ status }) => status === 'rejected').length], [2, [1, 2, 3, 4, 5, 6, 7], 2]);
  assert.equal(await work(8), 8);
});
