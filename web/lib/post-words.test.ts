import assert from 'node:assert/strict';
import { test } from 'vitest';
import { postWords, roomInWords, roomsOf, type KnownRooms, type Worded } from './post-words.ts';

const item: Worded = {
  type: 'image',
  title: 'Fresh bread',
  description: 'Out of the oven at seven.',
  description_format: 'text',
  own_words: {},
};
const info = { available: true, reason: '', sandbox_keys: null };
const known: KnownRooms = [
  {
    ...info,
    type: 'twitter',
    text_length: 280,
    caption_length: 280,
    title_length: null,
    length_unit: 'weighted',
    title_unit: 'weighted',
  },
  {
    ...info,
    type: 'telegram',
    text_length: 4096,
    caption_length: 1024,
    title_length: null,
    length_unit: 'utf16',
    title_unit: 'utf16',
  },
  {
    ...info,
    type: 'youtube',
    text_length: 5000,
    caption_length: 5000,
    title_length: 100,
    length_unit: 'bytes',
    title_unit: 'utf16',
  },
];
const counts = (words: Partial<Worded>, ...networks: Parameters<typeof postWords>[1]) =>
  postWords({ ...item, ...words }, networks, known).counts.map(
    ({ network, of, length, room, isOver }) => `${network} ${of} ${length}/${room.limit}${isOver ? '!' : ''}`,
  );
const flags = (words: Partial<Worded>, ...networks: Parameters<typeof postWords>[1]) =>
  postWords({ ...item, ...words }, networks, known).flags;

test('each network counts the caption in its own way', () => {
  assert.deepEqual(
    counts({ title: '', description: '👍🏽 https://example.com/a/very/long/address' }, 'telegram', 'twitter'),
    ['telegram caption 44/1024', 'twitter caption 26/280'],
  );
  assert.deepEqual(counts({ type: 'text' }, 'telegram'), ['telegram caption 38/4096']);
});

test('a title is counted separately if the network shows one and it is too long', () => {
  assert.deepEqual(counts({ type: 'video' }, 'youtube'), ['youtube caption 25/5000']);
  assert.deepEqual(counts({ type: 'video', title: 'x'.repeat(101) }, 'youtube'), [
    'youtube caption 25/5000',
    'youtube title 101/100!',
  ]);
});

test('a page with a heading has no counter, and neither has a network without limits', () => {
  assert.deepEqual(counts({}, 'wordpress', 'facebook'), []);
});

test('a caption that is too long is shown as it will be cut', () => {
  const words = postWords({ ...item, description: 'bread '.repeat(60) }, ['twitter'], known);
  assert.deepEqual(words.flags, ['cut']);
  assert.match(words.caption, /^Fresh bread\n\n(bread )+bread…$/);
});

const cases = [
  ['no caption', { description: '' }, ['no-caption']],
  ['a caption of spaces', { description: ' \n ' }, ['no-caption']],
  ['an empty formatted caption', { description: '<p> </p>', description_format: 'formatted' }, ['no-caption']],
  ['a file name as its title', { title: 'IMG_2041' }, ['file-name']],
  ['both', { title: 'IMG_2041.jpg', description: '' }, ['no-caption', 'file-name']],
  ['good words', {}, []],
] as const;
for (const [what, words, expected] of cases)
  test(`a post with ${what} ${expected.length === 0 ? 'gets no warning' : 'gets a warning'}`, () =>
    assert.deepEqual(flags(words, 'telegram', 'twitter'), expected));

test('texts written for each of its networks are counted instead of the general text', () => {
  const bare = { title: 'IMG_2041', description: '' };
  const own = { title: '', description: 'Warm and fresh' };
  assert.deepEqual(flags({ ...bare, own_words: { telegram: own } }, 'telegram'), []);
  assert.deepEqual(flags({ ...bare, own_words: { telegram: own } }, 'telegram', 'twitter'), [
    'no-caption',
    'file-name',
  ]);
});

test('without the networks’ limits a post is shown whole and not counted', () => {
  const words = postWords(item, ['telegram'], undefined);
  assert.deepEqual([words.caption, words.counts], ['Fresh bread\n\nOut of the oven at seven.', []]);
});

test('limits are written in the units of the network', () => {
  const room = roomsOf(known, 'twitter', 'image').caption;
  assert.equal(
    roomInWords('twitter', { length: 281, ...room }),
    '281 of 280 characters, as Twitter counts them: the end is cut off at a word',
  );
  assert.equal(roomInWords('youtube', { length: 12, limit: 5000, unit: 'bytes' }), '12 of 5,000 bytes');
  assert.equal(roomInWords('facebook', { length: 12, limit: null, unit: 'utf16' }), '');
});
