import assert from 'node:assert/strict';
import { test } from 'vitest';
import { membershipOf, passedOn, planLabel, plansOf } from './plans.ts';

test('a membership consists of existing plans, and the last one is its label', () => {
  assert.deepEqual(plansOf('dfy__nonsense__unlimited'), ['dfy', 'unlimited']);
  assert.equal(planLabel('dfy__unlimited'), 'unlimited');
  assert.deepEqual(
    [membershipOf(['dfy', 'dfy', 'enterprise']), membershipOf(['nonsense']), membershipOf([])],
    ['dfy__enterprise', null, ''],
  );
});

const cases: [wished: string[], own: string, membership: string | null][] = [
  [['dfy'], 'dfy__unlimited', 'dfy'],
  [[], 'dfy', ''],
  [[], '', ''],
  [['enterprise'], 'dfy__unlimited', null],
  [['dfy', 'enterprise'], 'dfy', null],
  [['dfy'], '', null],
];
for (const [wished, own, membership] of cases) {
  test(`a holder of "${own}" ${membership === null ? 'cannot include' : 'includes'} [${wished.join(', ')}]`, () =>
    assert.equal(passedOn(wished, own), membership));
}
