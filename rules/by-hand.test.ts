import assert from 'node:assert/strict';
import { test } from 'vitest';
import { downloadName, pasteOf, writeAddress } from './by-hand.ts';

test('Medium has a field for the title and takes formatted text; a group takes one text with the title first', () => {
  assert.deepEqual(pasteOf({ network: 'medium', title: ' Tips ', text: 'One\n\nTwo', html: null }), {
    title: 'Tips',
    text: 'One\n\nTwo',
    html: '<p>One</p>\n<p>Two</p>',
  });
  assert.deepEqual(pasteOf({ network: 'medium', title: 'Tips', text: 'One', html: '<h2>One</h2>' }), {
    title: 'Tips',
    text: 'One',
    html: '<h2>One</h2>',
  });
  assert.deepEqual(pasteOf({ network: 'facebook', title: 'Tips', text: 'One', html: null }), {
    title: '',
    text: 'Tips\n\nOne',
    html: null,
  });
});

test('a post by hand starts in Medium’s editor, or in the Facebook group', () => {
  assert.equal(writeAddress({ network: 'medium', url: 'https://medium.com/@ada' }), 'https://medium.com/new-story');
  assert.equal(
    writeAddress({ network: 'facebook', url: 'https://www.facebook.com/groups/7' }),
    'https://www.facebook.com/groups/7',
  );
});

const names: [string, string, string][] = [
  ['Spring: news!', 'a1b2.mp4', 'Spring news.mp4'],
  ['', 'a1.png', 'post.png'],
  ['../../etc', 'a1.png', 'etc.png'],
  ['春のニュース', 'x', '春のニュース'],
];
for (const [title, fileName, expected] of names) {
  test(`a file of “${title}” is downloaded as ${expected}`, () => {
    assert.equal(downloadName(title, fileName), expected);
  });
}
