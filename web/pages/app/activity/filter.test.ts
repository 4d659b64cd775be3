import assert from 'node:assert/strict';
import { test } from 'vitest';
import { filterIn, inputOf, isNarrowed, searchOf } from './filter.ts';

const of = (address: string) => filterIn(new URLSearchParams(address));

test('an address becomes a filter and back', () => {
  const address = { who: '17', kind: 'clients', from: '2026-11-01', to: '2026-11-21', search: 'bakery' };
  assert.deepEqual(searchOf(filterIn(new URLSearchParams(address))), address);
});

test('invalid values in an address are ignored', () => {
  const filter = of('who=everybody&kind=nonsense&from=tomorrow&to=2026-13-01');
  assert.equal(isNarrowed(filter), false);
});

test('the actor is a person, or one of the actors that are not people', () => {
  assert.equal(inputOf(of('who=17')).person_id, '17');
  assert.equal(inputOf(of('who=operator')).doer, 'operator');
  assert.deepEqual(Object.keys(inputOf(of(''))), ['timezone']);
});

test('a search of only spaces is dropped, any other is sent as typed', () => {
  assert.deepEqual(Object.keys(inputOf(of('search=+'))), ['timezone']);
  assert.equal(inputOf(of('search=sunrise+added')).search, 'sunrise added');
});
