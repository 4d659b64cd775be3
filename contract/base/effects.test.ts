import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { changesOf, showsOf } from './effects.ts';
import { calls } from '../index.ts';
import { nouns } from './nouns.ts';

const named = (table: typeof changesOf): Set<string> => new Set(Object.values(table).flat());

describe('the effects of every call', () => {
  test('every call either changes something or shows something', () => {
    assert.deepEqual(
      calls.filter(({ name }) => name in changesOf === name in showsOf).map(({ name }) => name),
      [],
    );
  });

  test('a call named fetch shows something, and changes nothing', () => {
    assert.deepEqual(
      calls.filter(({ name }) => /^(help\/)?fetch-/.test(name) && !(name in showsOf)).map(({ name }) => name),
      [],
    );
  });
});

describe('every noun of the effects', () => {
  test('every noun is changed by a call and shown by one', () => {
    const [changed, shown] = [named(changesOf), named(showsOf)];
    assert.deepEqual(
      nouns.filter((noun) => !(changed.has(noun) && shown.has(noun))),
      [],
    );
  });
});
