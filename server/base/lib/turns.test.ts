import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openTurns, type TurnLimits } from './turns.ts';

/** A semaphore whose work ends on demand; `begun` lists the names of the started work, in order. */
function aStage(limits: Partial<TurnLimits>) {
  const turns = openTurns({ atOnce: 1, atOnceOfEach: 1, waiting: 100, waitingOfEach: 50, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const want = (name: string, signal?: AbortSignal): Promise<string> | null =>
    turns.run(
      name.slice(0, 1),
      () => {
        begun.push(name);
        return new Promise((end) => ends.set(name, () => end(name)));
      },
      signal,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((settled) => setImmediate(settled));
  };
  return { want, end, begun };
}

test('a caller with one piece of work waits for one piece of each other caller, not for all of them', async () => {
  const { want, end, begun } = aStage({});
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void want(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    assert.equal(begun.at(-1), name);
    await end(name);
  }
  assert.equal(begun.length, 7);
});

test('several pieces of work run at once, at most `atOnceOfEach` for each caller', async () => {
  const { want, end, begun } = aStage({ atOnce: 3, atOnceOfEach: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void want(name);
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.equal(begun.at(-1), 'b2');
});

test('work beyond the queue’s limits is refused, and one caller cannot fill the queue', async () => {
  const { want, end } = aStage({ waiting: 4, waitingOfEach: 2 });
  const answers = ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => want(name) !== null);
  assert.deepEqual(answers, [true, true, true, false, true, true, false]);
  await end('a0');
  assert.notEqual(want('c2'), null);
});

test('work that is aborted while it waits never starts, and failed work frees its slot', async () => {
  const { want, end, begun } = aStage({ waiting: 2 });
  const leaving = new AbortController();
  const reason = new Error('left');
  void want('a1');
  const left = want('b1', leaving.signal);
  leaving.abort(reason);
  await assert.rejects(left ?? Promise.resolve(), reason);
  await assert.rejects(want('b2', leaving.signal) ?? Promise.resolve(), reason);
  void want('c1');
  await end('a1');
  assert.deepEqual(begun, ['a1', 'c1']);

  const turns = openTurns({ atOnce: 1, atOnceOfEach: 1, waiting: 9, waitingOfEach: 9 });
  const failing = turns.run('a', () => Promise.reject(new Error('it failed')));
  const next = turns.run('b', () => Promise.resolve('done'));
  await assert.rejects(failing ?? Promise.resolve(), /it failed/);
  assert.equal(await next, 'done');
});
