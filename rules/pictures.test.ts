import assert from 'node:assert/strict';
import { test } from 'vitest';
import { keepPictures, picturesIn, withPictures, withPicturesAt } from './pictures.ts';

const html = '<p>One</p><img src="/files/a.png" alt="A &quot;cat&quot;" /><p>Two</p><img src="/files/b.jpg" alt="">';

test('pictures are found in their order, with what they show', () => {
  assert.deepEqual(picturesIn(html), [
    { address: '/files/a.png', alt: 'A &quot;cat&quot;' },
    { address: '/files/b.jpg', alt: '' },
  ]);
  assert.deepEqual(picturesIn('<p>&lt;img src="/files/a.png"&gt;</p>'), []);
});

test('something else stands in their place, or nothing', () => {
  assert.equal(
    withPictures(html, ({ address }) => (address.endsWith('.png') ? '[cat]' : '')),
    '<p>One</p>[cat]<p>Two</p>',
  );
});

test('elsewhere they are found by absolute addresses', () => {
  assert.equal(
    withPicturesAt('<img alt="x" src="/files/a.png"><img src="https://b.test/c.png" alt="" />', 'https://a.test'),
    '<img src="https://a.test/files/a.png" alt="x" /><img src="https://b.test/c.png" alt="" />',
  );
});

test('a text that is written anew keeps its pictures behind it, each once', () => {
  assert.equal(keepPictures('<p>New</p>', '<p>Old</p>'), '<p>New</p>');
  const kept = keepPictures('<p>New</p><img src="/files/a.png" alt="mine" />', html);
  assert.equal(kept, '<p>New</p><img src="/files/a.png" alt="mine" /><img src="/files/b.jpg" alt="" />');
});
