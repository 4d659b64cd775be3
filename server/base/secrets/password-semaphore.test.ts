import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import { UserError } from '../handlers.ts';
import { createPasswordSemaphore } from './password-semaphore.ts';

const limits = { atOnce: 1, mostWaiting: 3, mostOfOne: 2, longestWaitMs: 60_000 };
const refused = (error: unknown): boolean =>
  error instanceof UserError &&
  error.status === 429 &&
  error.message === messages.logInBusy &&
  error.retryAfterSeconds !== undefined;

/** Work that occupies its slot until it is ended. */
function aWork() {
  let begun = false;
  const { promise: begins, resolve: begin } = Promise.withResolvers<undefined>();
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    begun = true;
    begin(undefined);
    return promise;
  };
  return { work, begins, end, fail, begun: () => begun };
}

test('callers run one after the other in order of arrival, also after a failure', async () => {
  const withSlot = createPasswordSemaphore(limits);
  const [first, second, third] = [aWork(), aWork(), aWork()];
  const answers = [first, second, third].map(({ work }, index) => withSlot({ who: String(index) }, work));
  assert.deepEqual([first.begun(), second.begun(), third.begun()], [true, false, false]);
  first.fail(new Error('broken'));
  await assert.rejects(answers[0] ?? Promise.resolve(), /broken/);
  await second.begins;
  assert.equal(third.begun(), false);
  second.end('second');
  assert.equal(await answers[1], 'second');
  await third.begins;
  third.end('third');
  assert.equal(await answers[2], 'third');
  assert.equal(await withSlot({ who: 'later' }, () => Promise.resolve('at once')), 'at once');
});

test('a caller beyond the longest queue is refused with 429 and the seconds to wait', async () => {
  const withSlot = createPasswordSemaphore(limits);
  const works = Array.from({ length: 4 }, () => aWork());
  const answers = works.map(({ work }, index) => withSlot({ who: String(index) }, work));
  await assert.rejects(
    withSlot({ who: 'beyond' }, () => Promise.resolve('')),
    refused,
  );
  for (const { end } of works) end('done');
  assert.deepEqual(await Promise.all(answers), ['done', 'done', 'done', 'done']);
});

test('one address takes only its share of the queue and leaves the rest to others', async () => {
  const withSlot = createPasswordSemaphore(limits);
  const running = aWork();
  const answers = [
    withSlot({ who: 'flood' }, running.work),
    withSlot({ who: 'flood' }, () => Promise.resolve('a')),
    withSlot({ who: 'flood' }, () => Promise.resolve('b')),
  ];
  await assert.rejects(
    withSlot({ who: 'flood' }, () => Promise.resolve('')),
    refused,
  );
  answers.push(withSlot({ who: 'another' }, () => Promise.resolve('c')));
  running.end('first');
  assert.deepEqual(await Promise.all(answers), ['first', 'a', 'b', 'c']);
});

test('a caller who has waited too long is refused and never runs', async (context) => {
  context.onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const withSlot = createPasswordSemaphore(limits);
  const [running, late] = [aWork(), aWork()];
  const answer = withSlot({ who: 'a' }, running.work);
  const waits = withSlot({ who: 'b' }, late.work);
  vi.advanceTimersByTime(60_000);
  await assert.rejects(waits, refused);
  running.end('done');
  await answer;
  assert.equal(late.begun(), false);
  assert.equal(await withSlot({ who: 'c' }, () => Promise.resolve('at once')), 'at once');
});

test('a caller that disconnects while waiting frees its place and does no work', async () => {
  const withSlot = createPasswordSemaphore(limits);
  const [running, left] = [aWork(), aWork()];
  const leaving = new AbortController();
  const answer = withSlot({ who: 'a' }, running.work);
  const waits = withSlot({ who: 'b', signal: leaving.signal }, left.work);
  leaving.abort();
  await assert.rejects(waits, refused);
  const others = Array.from({ length: 3 }, (_, index) =>
    withSlot({ who: String(index) }, () => Promise.resolve(index)),
  );
  running.end('done');
  await answer;
  assert.deepEqual(await Promise.all(others), [0, 1, 2]);
  assert.equal(left.begun(), false);
});
