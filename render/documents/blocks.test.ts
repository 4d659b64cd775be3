import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sharesOf } from './blocks.ts';

const long = 'A sentence that is as long as those in the other columns of a table are';

test('the columns of a table share its width, and none is narrower than its longest word', () => {
  const [week = 0, ...others] = sharesOf([['Week', '12'], [long], [long], [long]]);
  assert.ok(week > 0.1 && week < 0.15, `${week}`);
  assert.equal(new Set(others.map((share) => share.toFixed(6))).size, 1);
  assert.deepEqual(
    sharesOf([['same'], ['same']]).map((share) => share.toFixed(3)),
    ['0.500', '0.500'],
  );
});

test('the columns of a table take the whole width, however many there are', () => {
  for (const columns of [1, 3, 12]) {
    const shares = sharesOf(Array.from({ length: columns }, () => [long, '']));
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
    assert.ok(shares.every((share) => share > 0));
  }
});
