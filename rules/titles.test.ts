import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './titles.ts';

const cases = [
  ['its title', { title: 'Spring', description: 'Words', description_format: 'text' }, 'Spring'],
  [
    'its text on one line where it has none',
    { title: '', description: ' Hello\n\nyou ', description_format: 'text' },
    'Hello you',
  ],
  [
    'the words of formatted text, also of one cut in a tag',
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
