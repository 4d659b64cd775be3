import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isFileName, titleOf } from './titles.ts';

const cases = [
  ['its title', { title: 'Spring', description: 'Words', description_format: 'text' }, 'Spring'],
  [
    'its text on one line if it has no title',
    { title: '', description: ' Hello\n\nyou ', description_format: 'text' },
    'Hello you',
  ],
  [
    'the words of formatted text, even if cut inside a tag',
    { title: '', description: '<p>Tea &amp; <b>bread</b></p><p>Now</p><stro', description_format: 'formatted' },
    'Tea & bread Now',
  ],
] as const;
for (const [title, item, expected] of cases) {
  test(`an item is called by ${title}`, () => assert.equal(titleOf(item), expected));
}

test('a long text is cut at a word', () => {
  const title = titleOf({ title: '', description: 'word 👍🏽 '.repeat(40), description_format: 'text' });
  assert.match(title, /^(word 👍🏽 ?)+…$/u);
  assert.ok(title.length < 160, title);
});

const names = [
  'IMG_2041',
  'IMG 2041',
  'DSC00017',
  'PXL_20260711_101112345',
  'offer.final.jpg',
  'Screenshot 2026-11-23 at 10.15.00',
  'WhatsApp Image 2026-11-23',
  'spring_v2_insta',
  '20261123_101500',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '3f2504e0 4f89 41d3 9a0c 0305e82c3301',
  'Untitled (3)',
];
for (const name of names) test(`${name} is a file's name`, () => assert.equal(isFileName(name), true));

const titles = [
  '',
  'Untitled',
  'Fresh bread',
  'Sunday',
  '2026',
  '50 % off',
  '#summer_sale',
  '@ada_bakes says hello',
  'Photo of the week',
  'Image is everything',
  'Schönes_Wochenende euch allen',
  'Movie night',
  'صباح الخير',
  '🥐🥐🥐',
];
for (const title of titles)
  test(`“${title}” is a title that somebody has chosen`, () => assert.equal(isFileName(title), false));
