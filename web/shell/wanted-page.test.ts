import assert from 'node:assert/strict';
import { test } from 'vitest';
import { wantedPage } from './wanted-page.ts';

const cases: [unknown, string][] = [
  [{ from: '/clients?page=2' }, '/clients?page=2'],
  [null, '/dashboard'],
  [{ from: '/login' }, '/dashboard'],
  [{ from: '//evil.example' }, '/dashboard'],
  [{ from: 'https://evil.example' }, '/dashboard'],
  [{ from: 7 }, '/dashboard'],
];

for (const [state, page] of cases) {
  test(`${JSON.stringify(state)} gives ${page}`, () => {
    assert.equal(wantedPage(state), page);
  });
}
