import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deletionList, exportWords, isBeingMade, networkList, sizeWords } from './words.ts';

const sizes: [number, string][] = [
  [0, '1 kB'],
  [950, '1 kB'],
  [12_400, '12 kB'],
  [999_400, '999 kB'],
  [12_345_678, '12.3 MB'],
  [2_000_000, '2 MB'],
  [345_678_901, '346 MB'],
  [5_000_000_000, '5 GB'],
  [7e15, '7000 TB'],
];
for (const [bytes, words] of sizes) {
  test(`a size of ${bytes} bytes is written ${words}`, () => {
    assert.equal(sizeWords(bytes), words);
  });
}

test('the list of what is deleted omits empty kinds', () => {
  const none = {
    clients: 0,
    members: 0,
    accounts: 0,
    streams: 0,
    files: 0,
    file_bytes: 0,
    schedules: 0,
    planned: 0,
    posted: 0,
  };
  assert.equal(deletionList({ counts: none }).length, 1);
  const [clients, files] = deletionList({ counts: { ...none, clients: 1, files: 2, file_bytes: 3_000_000 } });
  assert.deepEqual([clients, files], ['1 client and their accounts to sign in', '2 files (3 MB)']);
});

test('networks are listed as in a sentence', () => {
  assert.deepEqual(
    [networkList([]), networkList(['reddit']), networkList(['reddit', 'vimeo', 'telegram'])],
    ['', 'Reddit', 'Reddit, Vimeo and Telegram'],
  );
});

const made = {
  id: '1',
  message: '',
  percent: 0,
  size_bytes: null,
  files: 0,
  missing: 0,
  created: '',
  finished: null,
  expires: null,
};
test('a download names its current step while it is being made', () => {
  assert.deepEqual(
    [
      isBeingMade(null),
      isBeingMade({ ...made, state: 'running', step: 'media' }),
      isBeingMade({ ...made, state: 'ready', step: null }),
    ],
    [false, true, false],
  );
  assert.deepEqual(
    [exportWords({ state: 'waiting', step: null }), exportWords({ state: 'running', step: 'media' })],
    ['About to begin', 'Copying pictures and videos'],
  );
});
