import assert from 'node:assert/strict';
import { test } from 'vitest';
import { keepPictures, picturesIn, withPictures, withPicturesAt } from './pictures.ts';

const html = '<p>One</p><img src="/files/a.png" alt="A &quot;cat&quot;" /><p>Two</p><img src="/files/b.jpg" alt="">';

test('pictures are found in their order, with their alternative texts', () => {
  assert.deepEqual(picturesIn(html), [
    { address: '/files/a.png', alt: 'A &quot;cat&quot;' },
    { address: '/files/b.jpg', alt: '' },
  ]);
  assert.deepEqual(picturesIn('<p>&lt;img src="/files/a.png"&gt;</p>'), []);
});

test('each picture can be replaced or removed', () => {
  assert.equal(
    withPictures(html, ({ address }) => (address.endsWith('.png') ? '[cat]' : '')),
    '<p>One</p>[cat]<p>Two</p>',
  );
});

test('pictures get absolute addresses for readers elsewhere', () => {
  assert.equal(
    withPicturesAt('<img alt="x" src="/files/a.png"><img src="https://b.test/c.png" alt="" />', 'https://a.test'),
    '<img src="https://a.test/files/a.png" alt="x" /><img src="https://b.test/c.png" alt="" />',
  );
});

test('a rewritten text keeps its pictures after it, each once', () => {
  assert.equal(keepPictures('<p>New</p>', '<p>Old</p>'), '<p>New</p>');
  const kept = keepPictures('<p>New</p><img src="/files/a.png" alt="mine" />', html);
  assert.equal(kept, '<p>New</p><img src="/files/a.png" alt="mine" /><img src="/files/b.jpg" alt="" />');
});
