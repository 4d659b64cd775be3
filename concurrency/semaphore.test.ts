import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSemaphore, SemaphoreError, type SemaphoreOptions } from './semaphore.ts';

/** A semaphore whose work ends on demand; the first letter of a work's name is its key, and `begun` lists the names. */
function aStage(options: Partial<SemaphoreOptions<string>> = {}) {
  const semaphore = createSemaphore<string>({ permits: 1, ...options });
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const start = (name: string, request: { priority?: number; signal?: AbortSignal } = {}): Promise<string> =>
    semaphore.run(
      () => {
        begun.push(name);
        return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
      },
      { key: name.slice(0, 1), ...request },
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve(name);
    await settled();
  };
  const fail = async (name: string): Promise<void> => {
    ends.get(name)?.reject(new Error(`${name} failed`));
    await settled();
  };
  return { semaphore, start, end, fail, begun, settled };
}

/** Timers that ring on demand. */
function someTimers() {
  const calls = new Set<() => void>();
  const after = (_: number, call: () => void) => {
    calls.add(call);
    return () => void calls.delete(call);
  };
  const ring = (): void => [...calls].forEach((call) => call());
  return { after, ring, count: () => calls.size };
}

const isRefused = (why: string) => (error: unknown) => error instanceof SemaphoreError && error.why === why;

test('a key with one piece of work waits for one piece of each other key, not for all of their work', async () => {
  const { start, end, begun } = aStage();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void start(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    assert.equal(begun.at(-1), name);
    await end(name);
  }
  assert.equal(begun.length, 7);
});

test('a key that keeps adding work cannot starve another one', async () => {
  const { start, end, begun } = aStage();
  void start('a0');
  void start('a1');
  void start('b1');
  for (let index = 0; begun.at(-1) !== 'b1'; index += 1) {
    assert.ok(index < 3, `b1 still waits behind ${begun.join(', ')}`);
    void start(`a${index + 2}`);
    await end(begun.at(-1) ?? '');
  }
});

test('several pieces of work run at once, and of each key at most its share', async () => {
  const { semaphore, start, end, begun } = aStage({ permits: 3, permitsPerKey: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void start(name);
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  assert.deepEqual(
    [semaphore.running(), semaphore.running('a'), semaphore.waiting(), semaphore.waiting('b')],
    [3, 2, 2, 1],
  );
  await end('b1');
  assert.equal(begun.at(-1), 'b2');
});

test('the share of a key may depend on the key', async () => {
  const { start, begun } = aStage({ permits: 9, permitsPerKey: (key) => (key === 'a' ? 1 : 2) });
  for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) void start(name);
  assert.deepEqual(begun, ['a1', 'b1', 'b2']);
});

test('work of a lower priority number runs first, and equal priorities keep their order', async () => {
  const { start, end, begun } = aStage();
  void start('x1');
  for (const [name, priority] of [
    ['a1', 2],
    ['b1', 2],
    ['c1', 1],
    ['d1', 0],
  ] as const)
    void start(name, { priority });
  for (const name of ['x1', 'd1', 'c1', 'a1', 'b1']) {
    assert.equal(begun.at(-1), name);
    await end(name);
  }
});

test('work beyond the queue is refused, and a key with a full share leaves room for others', async () => {
  const { start, end, settled } = aStage({ mostWaiting: 4, mostWaitingPerKey: 2 });
  const refused: string[] = [];
  for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    start(name).catch((error: unknown) => {
      if (isRefused('full')(error)) refused.push(name);
    });
  await settled();
  assert.deepEqual(refused, ['a3', 'c1']);
  await end('a0');
  void start('c2');
  await settled();
  assert.equal(refused.length, 2);
});

test('work whose signal aborts while it waits never runs, and frees its place in the queue', async () => {
  const { start, end, begun } = aStage({ mostWaiting: 2 });
  const leaving = new AbortController();
  const reason = new Error('left');
  void start('a1');
  const left = start('b1', { signal: leaving.signal });
  leaving.abort(reason);
  await assert.rejects(left, reason);
  await assert.rejects(start('b2', { signal: leaving.signal }), reason);
  void start('c1');
  await end('a1');
  assert.deepEqual(begun, ['a1', 'c1']);
});

test('failed work passes its permit on', async () => {
  const { semaphore, start, fail, begun, settled } = aStage();
  const failing = start('a1');
  void start('b1');
  const rejected = assert.rejects(failing, /a1 failed/);
  await fail('a1');
  await rejected;
  assert.deepEqual(begun, ['a1', 'b1']);
  await settled();
  assert.equal(semaphore.running(), 1);
});

test('work that waited too long is refused, with the error that the owner chose', async () => {
  const { after, ring, count } = someTimers();
  const { start, end, begun } = aStage({ after, longestWait: { ms: 50, end: 'refuse' } });
  void start('a1');
  assert.equal(count(), 0);
  const late = start('b1');
  ring();
  await assert.rejects(late, isRefused('late'));
  await end('a1');
  assert.deepEqual([begun, count()], [['a1'], 0]);

  const busy = aStage({ mostWaiting: 0, refusal: (why) => new Error(`busy: ${why}`) });
  void busy.start('a1');
  await assert.rejects(busy.start('b1'), /busy: full/);
});

test('work that waited too long may run beyond the permits, and the next waits for all of them', async () => {
  const { after, ring, count } = someTimers();
  const { start, end, begun } = aStage({ after, longestWait: { ms: 50, end: 'run' } });
  for (const name of ['a1', 'b1', 'c1']) void start(name);
  ring();
  await end('none');
  assert.deepEqual([begun, count()], [['a1', 'b1', 'c1'], 0]);
  void start('d1');
  await end('a1');
  await end('b1');
  assert.equal(begun.length, 3);
  await end('c1');
  assert.equal(begun.at(-1), 'd1');
});

test('an acquired permit is held until it is released', async () => {
  const { semaphore, start, begun, settled } = aStage();
  const release = await semaphore.acquire({ key: 'a' });
  void start('b1');
  await settled();
  assert.deepEqual(begun, []);
  release();
  await settled();
  assert.deepEqual(begun, ['b1']);
});
