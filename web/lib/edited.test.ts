import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { changesOf, fieldsLike, merge, ownBase } from './edited.ts';

const base = { name: 'Ada', company: '', plans: ['dfy'], earning: 5 };

test('only differing fields count as changed, and lists are compared by content', () => {
  assert.deepEqual(changesOf(base, { ...base, plans: ['dfy'] }), {});
  assert.deepEqual(changesOf(base, { ...base, company: 'Ada & Sons', plans: ['dfy', 'unlimited'] }), {
    company: 'Ada & Sons',
    plans: ['dfy', 'unlimited'],
  });
});

describe('merging a form with a state changed elsewhere', () => {
  test('a merged form keeps the typed values and takes the fields changed elsewhere', () => {
    const merged = merge({ base, current: { ...base, company: 'There' }, yours: { ...base, name: 'Here' } });
    assert.deepEqual(merged, {
      fields: { ...base, name: 'Here', company: 'There' },
      clashes: [],
      elsewhere: ['company'],
    });
  });

  test('a form conflicts in a field that was changed on both sides', () => {
    const merged = merge({ base, current: { ...base, name: 'There', earning: 7 }, yours: { ...base, name: 'Here' } });
    assert.deepEqual(merged, {
      fields: { ...base, name: 'Here', earning: 7 },
      clashes: ['name'],
      elsewhere: ['earning'],
    });
  });

  test('a form does not conflict if both sides have the same value', () => {
    const same = { ...base, name: 'Same' };
    assert.deepEqual(merge({ base, current: same, yours: same }), { fields: same, clashes: [], elsewhere: [] });
  });
});

describe('a save whose answer was lost', () => {
  const lost = [{ name: 'First try' }, { name: 'Second try', earning: 6 }];
  const settled = (current: typeof base, yours: typeof base) =>
    merge({ base: ownBase(base, { current, lost }), current, yours });

  test('an own change that was stored is no conflict when it is edited on', () => {
    for (const name of ['First try', 'Second try'])
      assert.deepEqual(settled({ ...base, name }, { ...base, name: 'Edited on' }), {
        fields: { ...base, name: 'Edited on' },
        clashes: [],
        elsewhere: [],
      });
  });

  test('a field that is taken back after it was stored is saved as it was before', () => {
    assert.deepEqual(settled({ ...base, name: 'First try' }, base).fields, base);
  });

  test("somebody else's change is a conflict all the same", () => {
    const { clashes, elsewhere } = settled(
      { ...base, name: 'Theirs', earning: 6, company: 'C' },
      { ...base, name: 'Mine' },
    );
    assert.deepEqual([clashes, elsewhere], [['name'], ['company']]);
  });
});

describe('reading a form from the storage or a reply', () => {
  test('a form that is read has its own fields and no others', () => {
    assert.deepEqual(fieldsLike(base, { ...base, company: 'X', approval: 'none' }), { ...base, company: 'X' });
  });

  test('a form that is read may be empty where its default has a value, and the reverse', () => {
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
    test(`${JSON.stringify(odd)} is not read as a form`, () => {
      assert.equal(fieldsLike(base, odd), null);
    });
  }
});
