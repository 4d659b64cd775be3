import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isTest, withoutComments } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** The only places that put dates and numbers into words, so that every screen writes them alike. */
const allowed = ['web/lib/dates.ts', 'web/lib/words.ts'];

test('screens write dates only with web/lib/dates.ts and numbers only with web/lib/words.ts', () => {
  const own = sourceFiles(['.ts', '.tsx'])
    .filter(({ path }) => path.startsWith('web/') && !isTest(path) && !allowed.includes(path))
    .filter(({ text }) => /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)?String\(/.test(withoutComments(text)))
    .map(({ path }) => path);
  assert.deepEqual(own, []);
});

/** Dates in mails, stories and reports, the clocks of zones, and the day that a network counts by. */
const elsewhere = ['rules/say-dates.ts', 'rules/zones.ts', 'networks/youtube/quota-day.ts', 'sources/remote/google.ts'];

test('only rules/say-dates.ts formats dates outside of screens', () => {
  const own = sourceFiles(['.ts'])
    .filter(({ path }) => /^(concurrency|contract|networks|outbound|render|rules|server|sources)\//.test(path))
    .filter(({ path }) => !isTest(path) && !elsewhere.includes(path))
    .filter(({ text }) =>
      /Intl\.DateTimeFormat\((?!\)\.resolved)|\.toLocale(?:Date|Time)String\(/.test(withoutComments(text)),
    )
    .map(({ path }) => path);
  assert.deepEqual(own, []);
});
