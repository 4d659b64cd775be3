import assert from 'node:assert/strict';
import { test } from 'vitest';
import { composeCaption, cutText, lengthOf, lengthUnits, paragraphsOf, plainTextOf } from './captions.ts';
import type { LengthUnit } from './captions.ts';

test('a text that fits stays as it is', () => {
  assert.equal(cutText('one two', { limit: 7, unit: 'utf16' }), 'one two');
  assert.equal(cutText('one two', { limit: null, unit: 'bytes' }), 'one two');
});

const cuts: readonly { text: string; limit: number; unit: LengthUnit; want: string }[] = [
  { text: 'one two three', limit: 9, unit: 'utf16', want: 'one two…' },
  { text: 'one two three', limit: 8, unit: 'utf16', want: 'one two…' },
  { text: 'one two three', limit: 7, unit: 'utf16', want: 'one…' },
  { text: 'onetwothree', limit: 5, unit: 'utf16', want: 'onet…' },
  { text: 'hi 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 there', limit: 6, unit: 'graphemes', want: 'hi 👩‍👩‍👧‍👦👩‍👩‍👧‍👦…' },
  { text: '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', limit: 13, unit: 'utf16', want: '👩‍👩‍👧‍👦…' },
  { text: '😀😀😀', limit: 4, unit: 'utf16', want: '😀…' },
  { text: '😀😀😀', limit: 3, unit: 'code-points', want: '😀😀😀' },
  { text: '👍🏽👍🏽', limit: 3, unit: 'code-points', want: '👍🏽…' },
  { text: 'größer als das', limit: 13, unit: 'bytes', want: 'größer…' },
  { text: 'مرحبا بكم جميعا', limit: 11, unit: 'graphemes', want: 'مرحبا بكم…' },
  { text: 'abc', limit: 2, unit: 'bytes', want: '' },
];
for (const { text, limit, unit, want } of cuts) {
  test(`"${text}" is cut to "${want}" at ${limit} ${unit}`, () => {
    assert.equal(cutText(text, { limit, unit }), want);
  });
}

test('a cut text never exceeds its limit and never ends in half a character', () => {
  const text = 'Frühling 👩‍👩‍👧‍👦 im Büro 😀😀 und é́ mehr';
  for (const unit of lengthUnits) {
    for (let limit = 3; limit < 90; limit += 1) {
      const cut = cutText(text, { limit, unit });
      assert.ok(lengthOf(cut, unit) <= limit, `${limit} ${unit}: ${cut}`);
      assert.ok(cut.isWellFormed() && text.startsWith(cut.replace(/…$/, '')));
    }
  }
});

test('one character has a length in the unit of each network', () => {
  assert.deepEqual(
    lengthUnits.map((unit) => [unit, lengthOf('👍🏽', unit)]),
    [
      ['utf16', 4],
      ['code-points', 2],
      ['graphemes', 1],
      ['bytes', 8],
      ['weighted', 2],
    ],
  );
});

test('a caption has the title and the description, and a repeated title only once', () => {
  assert.equal(composeCaption({ title: 'Spring', text: 'Fresh menu' }), 'Spring\n\nFresh menu');
  assert.equal(composeCaption({ title: 'Spring', text: ' Spring ' }), 'Spring');
  assert.equal(composeCaption({ title: 'Spring', text: 'Spring\nmenu' }), 'Spring\nmenu');
  assert.equal(composeCaption({ title: '', text: 'menu' }), 'menu');
});

test('HTML becomes plain paragraphs, lists and line ends', () => {
  const html =
    '<h2>Menu</h2><p>Soup &amp; bread<br>daily, 5&nbsp;&lt;&#8364;&#x1F600;</p><ul><li><p>one</p></li>' +
    '<li>two</li></ul><script>x</script><p>a < b</p>';
  assert.equal(
    plainTextOf(html),
    'Menu\n\nSoup & bread\ndaily, 5 <€😀\n\n• one\n• two\n\na < b'.replace('\n\n• one', '\n• one'),
  );
});

test('a plain text becomes escaped paragraphs', () => {
  assert.equal(
    paragraphsOf('one <b>\ntwo\n\n\nthree & "four"'),
    '<p>one &lt;b&gt;<br>two</p>\n<p>three &amp; &quot;four&quot;</p>',
  );
});
