import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  blank,
  contentOf,
  draftOf,
  isEmpty,
  isSame,
  typeOf,
  unfitSentence,
  type Composed,
  type PostFile,
} from './post.ts';

const picture: PostFile = {
  id: '7',
  kind: 'image',
  name: 'table.jpg',
  url: '/files/table.jpg',
  thumbnail: null,
  width: 800,
  height: 600,
  duration_ms: null,
  size_bytes: 1000,
};
const video: PostFile = { ...picture, id: '8', kind: 'video' };

test('the kind of a post follows from its file, otherwise from its words', () => {
  assert.deepEqual(
    [blank, { ...blank, format: 'formatted' as const }, { ...blank, file: picture }, { ...blank, file: video }].map(
      typeOf,
    ),
    ['text', 'formatted', 'image', 'video'],
  );
});

const worth: [string, Partial<Composed>][] = [
  ['words', { words: 'Hello' }],
  ['a title', { title: 'Hello' }],
  ['own words', { own: { twitter: { title: '', description: 'Hello' } } }],
  ['a file', { file: picture }],
  ['an article', { format: 'formatted', words: '<p>Hello</p>' }],
];
for (const [what, part] of worth)
  test(`a post with ${what} is worth keeping`, () => {
    assert.ok(!isEmpty({ ...blank, ...part }));
  });

test('spaces, empty paragraphs and empty own words are nothing', () => {
  assert.ok(isEmpty({ ...blank, words: ' \n', title: ' ' }));
  assert.ok(isEmpty({ ...blank, format: 'formatted', words: '<p> </p>' }));
  assert.ok(isEmpty({ ...blank, own: { twitter: { title: '', description: '' } } }));
});

test('a description belongs to its picture, and goes with it', () => {
  assert.equal(contentOf({ ...blank, file: picture, alt: 'A table' }).alt_text, 'A table');
  assert.equal(contentOf({ ...blank, alt: 'A table' }).alt_text, '');
});

test('a draft keeps the time it is wished for, but not the wish to go out now', () => {
  const when = { date: '2026-12-03', time: '09:00', timezone: 'Europe/Berlin' };
  assert.deepEqual(draftOf({ ...blank, when }, '5').when, when);
  assert.equal(draftOf({ ...blank, when: 'now' }, '5').when, null);
});

test('posts are the same if they are stored alike', () => {
  assert.ok(isSame(blank, { ...blank, when: 'now', own: { reddit: { title: '', description: '' } } }));
  assert.ok(!isSame(blank, { ...blank, words: 'x' }));
  assert.ok(!isSame(blank, { ...blank, clientId: '5' }));
});

test('an account is unfit for what its network does not take, once there is something to post', () => {
  assert.equal(unfitSentence('youtube', blank), '');
  assert.equal(unfitSentence('youtube', { ...blank, words: 'Hello' }), 'YouTube takes videos only');
  assert.equal(unfitSentence('medium', { ...blank, file: picture }), 'Medium takes texts only');
  assert.equal(unfitSentence('twitter', { ...blank, file: video }), '');
});
