import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Timers } from './timers.ts';
import { createPriorityMutex, type InOrder } from './priority-mutex.ts';

/** A mutex whose time limit ends when the test decides. */
function aWorkersTurns() {
  let timers: (() => void)[] = [];
  const given: Timers = {
    after: (_, call) => {
      timers = [...timers, call];
      return () => {
        timers = timers.filter((other) => other !== call);
      };
    },
    every: () => () => {},
  };
  const inOrder = createPriorityMutex(given);
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  const ask = (what: Parameters<InOrder>[0], name: string): Promise<void> =>
    inOrder(what, () => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, { resolve, reject });
      });
    });
  return {
    begun,
    settled,
    ask,
    patience: () => timers.length,
    end: async (name: string) => {
      ends.get(name)?.resolve();
      await settled();
    },
    fail: async (name: string) => {
      ends.get(name)?.reject(new Error(name));
      await settled();
    },
    losePatience: async () => {
      for (const call of timers) call();
      await settled();
    },
  };
}

test('one caller runs at a time: posts’ ids first, then outcomes, then claims, each kind in order', async () => {
  const { begun, settled, ask, end } = aWorkersTurns();
  const all = [ask('claim', 'c1'), ask('claim', 'c2'), ask('outcome', 'o1'), ask('post', 'p1'), ask('post', 'p2')];
  await settled();
  assert.deepEqual(begun, ['c1']);
  for (const name of ['c1', 'p1', 'p2', 'o1', 'c2']) {
    assert.equal(begun.at(-1), name);
    await end(name);
  }
  await Promise.all(all);
});

test('a single caller runs at once and without a timer', async () => {
  const { begun, ask, end, settled, patience } = aWorkersTurns();
  void ask('claim', 'c1');
  assert.equal(patience(), 0);
  await settled();
  await end('c1');
  void ask('claim', 'c2');
  await settled();
  assert.deepEqual(begun, ['c1', 'c2']);
  assert.equal(patience(), 0);
});

test('a caller that waits for a lock delays the others only for a moment', async () => {
  const { begun, settled, ask, end, losePatience, patience } = aWorkersTurns();
  void ask('outcome', 'held up');
  void ask('claim', 'c1');
  void ask('post', 'p1');
  await settled();
  assert.deepEqual(begun, ['held up']);
  await losePatience();
  assert.deepEqual(begun, ['held up', 'c1', 'p1']);
  assert.equal(patience(), 0);
  void ask('claim', 'c2');
  await end('c1');
  await end('p1');
  assert.equal(begun.length, 3, 'another one waits while any is running');
  await end('held up');
  assert.equal(begun.at(-1), 'c2');
});

test('failed work releases the mutex, and its caller gets the error', async () => {
  const { begun, settled, ask, fail } = aWorkersTurns();
  const failing = ask('outcome', 'o1');
  void ask('claim', 'c1');
  await settled();
  const told = assert.rejects(failing, /o1/);
  await fail('o1');
  await told;
  assert.deepEqual(begun, ['o1', 'c1']);
});
