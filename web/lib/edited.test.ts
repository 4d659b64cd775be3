import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { changesOf, fieldsLike, merge } from './edited.ts';

const base = { name: 'Ada', company: '', plans: ['dfy'], earning: 5 };

test('only differing fields have changed, and lists are compared by content', () => {
  assert.deepEqual(changesOf(base, { ...base, plans: ['dfy'] }), {});
  assert.deepEqual(changesOf(base, { ...base, company: 'Ada & Sons', plans: ['dfy', 'unlimited'] }), {
    company: 'Ada & Sons',
    plans: ['dfy', 'unlimited'],
  });
});

describe('a form whose state was changed elsewhere', () => {
  test('keeps what was typed here and takes what was changed there', () => {
    const merged = merge({ base, current: { ...base, company: 'There' }, yours: { ...base, name: 'Here' } });
    assert.deepEqual(merged, {
      fields: { ...base, name: 'Here', company: 'There' },
      clashes: [],
      elsewhere: ['company'],
    });
  });

  test('conflicts in a field that was changed on both sides', () => {
    const merged = merge({ base, current: { ...base, name: 'There', earning: 7 }, yours: { ...base, name: 'Here' } });
    assert.deepEqual(merged, {
      fields: { ...base, name: 'Here', earning: 7 },
      clashes: ['name'],
      elsewhere: ['earning'],
    });
  });

  test('does not conflict if both sides have the same value', () => {
    const same = { ...base, name: 'Same' };
    assert.deepEqual(merge({ base, current: same, yours: same }), { fields: same, clashes: [], elsewhere: [] });
  });
});

describe('a form from the storage or a reply', () => {
  test('has the fields of the form and no others', () => {
    assert.deepEqual(fieldsLike(base, { ...base, company: 'X', approval: 'none' }), { ...base, company: 'X' });
  });

  test('may be empty where the form has a value, and have one where it is empty', () => {
    assert.deepEqual(fieldsLike({ earning: 5, type: null }, { earning: '', type: 'text' }), {
      earning: '',
      type: 'text',
    });
  });

  for (const odd of [
    null,
    'text',
    [],
    {},
    { ...base, plans: 'dfy' },
    { ...base, name: 5 },
    { name: 'Ada', company: '', plans: [] },
  ]) {
    test(`is not taken where it is ${JSON.stringify(odd)}`, () => {
      assert.equal(fieldsLike(base, odd), null);
    });
  }
});
