import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deletionPercent, deletionSteps, exportPercent, exportSteps, isTyped } from './account-data.ts';

test('the percentage of a download only grows, and stays below 100 until the file is ready', () => {
  const all = exportSteps.flatMap((step) => [0, 0.25, 0.5, 1].map((share) => exportPercent(step, share)));
  assert.deepEqual(
    all,
    all.toSorted((a, b) => a - b),
  );
  assert.deepEqual([all[0], all.at(-1)], [0, 99]);
  assert.deepEqual([exportPercent('media', -1), exportPercent('media', 7)], [30, 90]);
});

test('the percentage of a deletion grows to 100', () => {
  const all = deletionSteps.map(deletionPercent);
  assert.deepEqual(
    all,
    all.toSorted((a, b) => a - b),
  );
  assert.deepEqual([all[0], all.at(-1)], [0, 100]);
});

const asked = { agencyName: 'Sunrise & Co', email: 'mia@sunrise.test' };
const typings: readonly [string, boolean][] = [
  ['Sunrise & Co', true],
  [' Sunrise & Co ', true],
  ['mia@sunrise.test', true],
  ['sunrise & co', false],
  ['Sunrise', false],
  ['Mia@sunrise.test', false],
  ['', false],
  [' ', false],
  ['DELETE', false],
];
for (const [typed, right] of typings) {
  test(`typing "${typed}" ${right ? 'confirms' : 'does not confirm'} a deletion`, () => {
    assert.equal(isTyped(typed, asked), right);
  });
}

test('an agency without a name is confirmed by the email alone', () => {
  assert.deepEqual(
    [
      isTyped('', { ...asked, agencyName: '' }),
      isTyped(' ', { ...asked, agencyName: ' ' }),
      isTyped(asked.email, { ...asked, agencyName: '' }),
    ],
    [false, false, true],
  );
});
