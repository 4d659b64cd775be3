import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findIcons, iconCategories, icons, iconSvg } from '../icons/icons.ts';
import { emoji, emojiGroups, emojiSvg, findEmoji } from './emoji.ts';

test('more than a thousand emoji are in nine groups, each once and with a drawing', () => {
  assert.ok(emoji.length > 1_000);
  assert.equal(new Set(emoji.map((each) => each.emoji)).size, emoji.length);
  assert.equal(emojiGroups.length, 9);
  assert.deepEqual(
    emoji.filter(({ icon }) => !emojiSvg(icon)?.startsWith('<svg ')),
    [],
  );
});

test('emoji are found by name first, then by meaning, even by the beginning of a word', () => {
  assert.equal(findEmoji('dog')[0]?.label, 'dog');
  assert.ok(findEmoji('dog').some(({ label }) => label === 'poodle'));
  assert.ok(findEmoji('celebrat').some(({ label }) => label === 'party popper'));
  assert.deepEqual(findEmoji('qqq'), []);
  assert.equal(findEmoji('').length, emoji.length);
});

test('icons are found by name and words, and drawn in a colour', () => {
  assert.ok(icons.length > 3_000);
  assert.ok(iconCategories.includes('Animals'));
  assert.equal(findIcons('heart')[0]?.name, 'heart');
  assert.match(iconSvg('heart', { color: '#ff0066' }) ?? '', /stroke="#ff0066"/);
  assert.match(iconSvg('heart', { color: '#ff0066', filled: true }) ?? '', /fill="#ff0066"/);
  assert.deepEqual(
    icons.filter((icon) => !iconSvg(icon.name) || (icon.filled && !iconSvg(icon.name, { filled: true }))),
    [],
  );
});

test('an unknown icon or colour gives no drawing', () => {
  assert.equal(iconSvg('no-such-icon'), undefined);
  assert.equal(iconSvg('heart', { color: '"/><script>' }), undefined);
  assert.equal(emojiSvg('../icons'), undefined);
});
