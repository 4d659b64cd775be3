import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newestIn, readPage } from './read-page.ts';

const base = new URL('https://bakery.test/');

test('the reader finds a page’s title, its description, its social pages and its feed', () => {
  const html = `<html><head><title> Bread &amp; Butter\n Bakery </title>
    <meta name="description" content="Fresh &quot;daily&quot;">
    <link rel='alternate' type='application/rss+xml' href='/blog/feed'></head>
    <a href="https://www.facebook.com/bread">us</a><a class=x href=https://instagram.com/bread>us</a>
    <a href="https://www.facebook.com/second">us</a></html>`;
  assert.deepEqual(readPage(html, base), {
    title: 'Bread & Butter Bakery',
    description: 'Fresh "daily"',
    socials: [
      { network: 'Facebook', url: 'https://www.facebook.com/bread' },
      { network: 'Instagram', url: 'https://instagram.com/bread' },
    ],
    feed: 'https://bakery.test/blog/feed',
  });
});

test('share buttons, other schemes and look-alike hosts are not social pages', () => {
  const html = `<a href="https://facebook.com/sharer/sharer.php?u=x">s</a><a href="https://x.com/intent/post">s</a>
    <a href="javascript:alert('facebook.com')">s</a><a href="https://facebook.com.evil.test/bread">s</a>
    <a href="https://facebook.com/">s</a>`;
  assert.deepEqual(readPage(html, base).socials, []);
});

test('the reader copes with an empty page, and with unclosed tags', () => {
  for (const html of ['', '<title>', '<a '.repeat(100_000), `<a href="${'x'.repeat(100_000)}`])
    assert.deepEqual(readPage(html, base), { title: '', description: '', socials: [], feed: null });
});

test('the newest entry of a feed counts, in any order', () => {
  const feed = ['Mon, 02 Mar 2026 10:00:00 GMT', 'Tue, 01 Sep 2026 10:00:00 GMT']
    .map((at) => `<item><pubDate>${at}</pubDate></item>`)
    .join('');
  assert.equal(newestIn(feed)?.toISOString(), '2026-09-01T10:00:00.000Z');
  assert.equal(newestIn('<updated>soon, really</updated>'), null);
  assert.equal(newestIn('<updated>2026</updated>'.repeat(142_000))?.getUTCFullYear(), 2026);
});
