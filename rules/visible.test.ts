import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isInvisible, withoutControls } from './visible.ts';

const cases: [text: string, clean: string][] = [
  ['Slide title\u000bsecond line', 'Slide title second line'],
  ['a\tb\u0007c\u009fd', 'a b c d'],
  ['a\r\nb\rc\u0085d\u2028e\u2029f\n\ng', 'a\nb\nc\nd\ne\nf\n\ng'],
  ['Größe 🥖 \u{1f468}\u200d\u{1f373}', 'Größe 🥖 \u{1f468}\u200d\u{1f373}'],
];
for (const [text, clean] of cases)
  test(`${JSON.stringify(text)} becomes ${JSON.stringify(clean)}`, () => {
    assert.equal(withoutControls(text), clean);
  });

test('a text of joiners, fillers or white space is invisible, one with a character among them is not', () => {
  const nothing = ['', ' \n\t', '\u200b\u2060', '\ufeff', '\u3164\u115f', '\u2800', '\u202e\u00ad', '\ufe0f', '\u0007'];
  assert.deepEqual(
    nothing.filter((text) => !isInvisible(text)),
    [],
  );
  assert.deepEqual(['.', '\u200b.', '👍🏽', '日', '\u0301'].filter(isInvisible), []);
});
