import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hashOfSeeds, hashOfTrace } from './trace-hash.ts';

const [one, other] = [hashOfTrace(['claims', 'sends']), hashOfTrace(['claims', 'dies'])];

test('the hash of many traces is the same in whatever order their seeds have ended', () => {
  const hash = hashOfSeeds(
    new Map([
      [7, one],
      [8, other],
    ]),
  );
  assert.equal(
    hashOfSeeds(
      new Map([
        [8, other],
        [7, one],
      ]),
    ),
    hash,
  );
  assert.match(hash, /^[0-9a-f]{16}$/);
});

test('the hash of many traces changes if a seed takes another step, or a step of another seed', () => {
  const hash = hashOfSeeds(
    new Map([
      [7, one],
      [8, one],
    ]),
  );
  assert.notEqual(
    hashOfSeeds(
      new Map([
        [7, one],
        [8, other],
      ]),
    ),
    hash,
  );
  assert.notEqual(
    hashOfSeeds(
      new Map([
        [7, other],
        [8, one],
      ]),
    ),
    hash,
  );
  assert.notEqual(
    hashOfSeeds(
      new Map([
        [7, one],
        [9, one],
      ]),
    ),
    hash,
  );
});
