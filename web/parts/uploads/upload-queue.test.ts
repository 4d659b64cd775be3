import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isUnderWay, nextUploads, sizeInWords, uploadsAfter, type Upload } from './upload-queue.ts';

const upload = (key: string, state: Upload['state'] = { kind: 'waiting' }): Upload => ({
  key,
  name: `${key}.png`,
  sizeBytes: 1,
  state,
});

test('an added file waits for its turn', () => {
  assert.deepEqual(uploadsAfter([], { kind: 'added', uploads: [{ key: 'a', name: 'a.png', sizeBytes: 1 }] }), [
    upload('a'),
  ]);
});

test('no more files upload in parallel than allowed', () => {
  const uploads = [upload('a', { kind: 'sending', percent: 10 }), upload('b'), upload('c'), upload('d')];
  assert.deepEqual(
    nextUploads(uploads, 3).map(({ key }) => key),
    ['b', 'c'],
  );
  assert.deepEqual(nextUploads(uploads, 1), []);
});

test('a change affects only its own file', () => {
  const uploads = uploadsAfter([upload('a'), upload('b')], { kind: 'changed', key: 'b', state: { kind: 'done' } });
  assert.deepEqual(
    uploads.map(({ state }) => state.kind),
    ['waiting', 'done'],
  );
});

test('a file that is refused before sending keeps its row with the reason', () => {
  assert.deepEqual(
    uploadsAfter([], { kind: 'added', uploads: [{ key: 'a', name: 'a.png', sizeBytes: 1, refusal: 'No' }] }),
    [upload('a', { kind: 'failed', message: 'No', canRetry: false })],
  );
});

test('nothing starts while the server asks to wait', () => {
  assert.deepEqual(nextUploads([upload('a', { kind: 'later', message: 'Busy', at: 1 }), upload('b')], 3), []);
});

test('clearing the list keeps files in progress and refused files', () => {
  const uploads = [
    upload('a', { kind: 'done' }),
    upload('b', { kind: 'sending', percent: 5 }),
    upload('c', { kind: 'failed', message: 'x', canRetry: true }),
    upload('d'),
  ];
  assert.deepEqual(
    uploadsAfter(uploads, { kind: 'cleared' }).map(({ key }) => key),
    ['b', 'c', 'd'],
  );
});

test('leaving the page loses files that wait, are sent, or are sent again later', () => {
  const states: Upload['state'][] = [
    { kind: 'waiting' },
    { kind: 'sending', percent: 5 },
    { kind: 'later', message: 'Busy', at: 1 },
    { kind: 'done' },
    { kind: 'failed', message: 'x', canRetry: true },
    { kind: 'cancelled' },
  ];
  assert.deepEqual(states.map(isUnderWay), [true, true, true, false, false, false]);
});

test('sizes are written in the unit that fits', () => {
  assert.deepEqual([12, 900_400, 4_230_000].map(sizeInWords), ['1 kB', '900 kB', '4.2 MB']);
});
