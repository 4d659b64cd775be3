import assert from 'node:assert/strict';
import { test } from 'vitest';
import { askedIn, closedIn, newPost, openedIn, type Asked } from './address.ts';

const page = new URLSearchParams({ view: 'week', client: '7' });

const windows: readonly Asked[] = [
  newPost,
  { ...newPost, clientId: '5', at: '2026-12-03 09:00' },
  { ...newPost, at: '2026-12-03' },
  { kind: 'draft', id: '8' },
  { kind: 'post', id: '9' },
];

for (const asked of windows)
  test(`the address of ${JSON.stringify(asked)} opens that window, and closing it leaves the page as it was`, () => {
    const opened = openedIn(page, asked);
    assert.deepEqual(askedIn(opened), asked);
    assert.equal(closedIn(opened).toString(), page.toString());
  });

test('a window replaces the one that is open', () => {
  assert.equal(openedIn(openedIn(page, { kind: 'draft', id: '8' }), newPost).toString(), 'view=week&client=7&post=new');
});

test('an address that asks for nothing sensible opens nothing, or drops what it cannot read', () => {
  assert.equal(askedIn(new URLSearchParams('post=abc')), null);
  assert.equal(askedIn(new URLSearchParams('draft=0')), null);
  assert.deepEqual(askedIn(new URLSearchParams('post=new&for=x&on=2026-12-03+25:00')), newPost);
});
