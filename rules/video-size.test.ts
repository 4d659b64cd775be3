import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { longestStreamSeconds, pictureBits, tooLongFor } from './video-size.ts';

describe('the size of a video', () => {
  test('picture and sound of a fitting length stay under the limit', () => {
    for (const seconds of [10, 60, longestStreamSeconds]) {
      const bits = pictureBits(seconds, 20_000_000);
      assert.ok(bits !== null, `${seconds} s`);
      assert.ok(((bits + 128_000) * seconds) / 8 < 20_000_000, `${seconds} s`);
    }
  });

  test('a video that is too long for good quality has no bit rate', () => {
    assert.equal(pictureBits(longestStreamSeconds + 5, 20_000_000), null);
  });

  test('the networks for which a video is too long are named', () => {
    assert.deepEqual(tooLongFor(100), { stream: false, networks: [] });
    assert.deepEqual(
      tooLongFor(1000).networks.map(({ name }) => name),
      ['Reddit'],
    );
    assert.equal(tooLongFor(1000).stream, true);
  });
});
