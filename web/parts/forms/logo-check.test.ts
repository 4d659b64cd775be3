import assert from 'node:assert/strict';
import { test } from 'vitest';
import { logoAccept, logoRefusal } from './logo-check.ts';

const cases: [name: string, size: number, words: string | null][] = [
  ['logo.png', 4_999_999, null],
  ['LOGO.JPEG', 1, null],
  ['logo.jpg', 1, null],
  ['logo.svg', 1, 'You Have Selected Invalid File Type'],
  ['logo', 1, 'You Have Selected Invalid File Type'],
  ['logo.png', 5_000_000, 'Max allowed size 5MB'],
];
for (const [name, size, words] of cases) {
  test(`${name} of ${size} bytes ${words === null ? 'can be a logo' : `is refused: ${words}`}`, () =>
    assert.equal(logoRefusal({ name, size }), words));
}

test('the file dialog offers pictures only', () => assert.equal(logoAccept, 'image/jpeg,image/png'));
