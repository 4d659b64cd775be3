import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blankDraft, draftsFrom, draftsOnWire, isBlank, isTouched } from './text-drafts.ts';

test('a draft of spaces or of empty paragraphs has no text', () => {
  assert.ok(isBlank({ ...blankDraft(), value: ' \n' }, false));
  assert.ok(isBlank({ ...blankDraft(), value: '<p></p>' }, true));
  assert.ok(!isBlank({ ...blankDraft(), value: '<p></p>' }, false));
});

test('a title alone is enough to ask before leaving', () => {
  assert.ok(!isTouched([blankDraft()]));
  assert.ok(isTouched([blankDraft(), { ...blankDraft(), title: 'a' }]));
});

test('drafts survive navigation from one page to the next', () => {
  const drafts = [{ ...blankDraft(), title: 'a', value: 'b' }];
  assert.deepEqual(draftsFrom(structuredClone({ drafts })), drafts);
  for (const other of [null, 'x', {}, { drafts: [] }, { drafts: [{ key: 1 }] }]) assert.equal(draftsFrom(other), null);
});

test('the call receives only titles and values', () => {
  assert.equal(draftsOnWire([{ key: 'k', title: ' a ', value: 'b' }]), '[{"title":"a","value":"b"}]');
});
