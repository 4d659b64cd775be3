import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bytesOfPieces, pieceAt, pieceCount } from './pieces.ts';

test('the pieces of a file make up the whole file, and the last one is the rest', () => {
  for (const size of [1, 3_999_999, 4_000_000, 4_000_001, 19_999_999]) {
    const numbers = Array.from({ length: pieceCount(size) }, (_none, number) => number);
    assert.equal(bytesOfPieces(numbers, size), size, `${size}`);
    assert.equal(pieceAt(numbers.length - 1, size).to, size);
  }
  assert.deepEqual([pieceCount(4_000_000), pieceCount(4_000_001)], [1, 2]);
});
