import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';

Object.defineProperty(globalThis, 'window', { value: globalThis });
const { takeFirstRead } = await import('./first-read.ts');

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const asked = { name: 'fetch-streams', body: '{}', token: 'mine' };

beforeEach(() => {
  vi.advanceTimersByTime(1);
  window.firstRead = { ...asked, answer: Promise.resolve(new Response('early')) };
});

test('an answer requested before the app was loaded is shared by all concurrent callers', async () => {
  const answers = [takeFirstRead(asked), takeFirstRead(asked)];
  assert.deepEqual(await Promise.all(answers.map(async (answer) => (await answer)?.text())), ['early', 'early']);
});

test('the early answer is not used for later callers', async () => {
  await takeFirstRead(asked);
  vi.advanceTimersByTime(1);
  assert.equal(takeFirstRead(asked), null);
});

for (const [what, other] of [
  ['another input', { body: '{"type":"image"}' }],
  ['another person', { token: 'yours' }],
  ['an anonymous caller', { token: undefined }],
] as const)
  test(`the early answer is not used for ${what}`, () => {
    assert.equal(takeFirstRead({ ...asked, ...other }), null);
  });

test('the early answer waits for its own call', async () => {
  assert.equal(takeFirstRead({ ...asked, name: 'fetch-user' }), null);
  vi.advanceTimersByTime(1);
  assert.notEqual(takeFirstRead(asked), null);
});
