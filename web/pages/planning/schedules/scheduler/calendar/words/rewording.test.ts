import assert from 'node:assert/strict';
import { test } from 'vitest';
import { standingOf, takesWords } from './rewording.ts';

const cases: [done: '0' | 1 | '2' | '3', said: RegExp, takes: boolean][] = [
  ['0', /^$/, true],
  [1, /has gone out meanwhile/, false],
  ['2', /^$/, true],
  ['3', /taken out of its schedule/, false],
];
for (const [done, said, takes] of cases) {
  test(`a post with status ${done} ${takes ? 'accepts' : 'does not accept'} other words, and says so`, () => {
    assert.match(standingOf({ done, social_networks: [] }), said);
    assert.equal(takesWords({ done }), takes);
  });
}
