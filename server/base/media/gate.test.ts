import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { UserError } from '../handlers.ts';
import { openGate, type Gate } from './gate.ts';

/** Work that records its start and ends on demand. */
function workAt(gate: Gate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal?: AbortSignal) =>
    gate(
      name.charAt(0),
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => {
          ends.set(name, resolve);
        });
        return name;
      },
      signal,
    );
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, start, end, settled };
}

test('a gate limits how much runs at once, keeps the order, and survives failures', async () => {
  const gate = openGate({ atOnce: 2, each: 2 });
  const order: number[] = [];
  let [now, most] = [0, 0];
  const work = (id: number) =>
    gate('a', async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      order.push(id);
      now -= 1;
      if (id % 3 === 0) throw new Error('failed');
      return id;
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(work));
  assert.deepEqual(
    [most, order, results.filter(({ status }) => status === 'rejected').length],
    [2, [1, 2, 3, 4, 5, 6, 7], 2],
  );
  assert.equal(await work(8), 8);
});

test('waiting agencies take turns, however much work each has', async () => {
  const { begun, start, end, settled } = workAt(openGate({ atOnce: 1, each: 1 }));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => start(name));
  await settled();
  for (let turn = 0; turn < 7; turn += 1) await end(begun.at(-1) ?? '');
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('an agency never holds all slots: the work of another one starts at once', async () => {
  const { begun, start, end, settled } = workAt(openGate({ atOnce: 2, each: 1 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => start(name));
  await settled();
  assert.deepEqual(begun, ['a1', 'b1']);
  for (const name of ['b1', 'a1', 'c1', 'a2', 'a3']) await end(name);
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('work that is aborted while it waits never starts, and the error says when to try again', async () => {
  const { begun, start, end, settled } = workAt(openGate({ atOnce: 1, each: 1 }));
  const leaving = new AbortController();
  const all = [start('a1'), start('a2', leaving.signal), start('a3')];
  leaving.abort();
  const error = await all[1]?.catch((reason: unknown) => reason);
  assert.ok(error instanceof UserError);
  assert.deepEqual([error.status, error.message, error.retryAfterSeconds], [429, messages.uploadsTooMany, 30]);
  await end('a1');
  await end('a3');
  assert.deepEqual(begun, ['a1', 'a3']);
  await assert.rejects(start('a4', AbortSignal.abort()), UserError);
  const again = start('b1');
  await settled();
  await end('b1');
  assert.equal(await again, 'b1');
});
