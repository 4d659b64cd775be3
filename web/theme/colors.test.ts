import assert from 'node:assert/strict';
import { test } from 'vitest';
import { adjustFor, carrierOf, contrast, legible, mix, shadesOf } from './colors.ts';

const brands = [
  ['#9461fc', '#EF1564'],
  ['#ffe600', '#b0ff00'],
  ['#000000', '#ffffff'],
  ['#00bcd4', '#ffeb3b'],
  ['#1b4332', '#081c15'],
  ['#808080', '#7f7f7f'],
] as const;

for (const [first, second] of brands) {
  test(`text stays legible along the whole gradient of ${first} and ${second}`, () => {
    const carrier = carrierOf(first, second);
    for (let share = 0; share <= 1; share += 0.1) {
      const colour = mix(carrier.first, carrier.second, share);
      assert.ok(contrast(carrier.text, colour) >= legible - 0.05, `${carrier.text} on ${colour}`);
    }
  });
}

test('the middle shade of the default colours carries white text', () => {
  for (const colour of ['#9461fc', '#EF1564']) assert.ok(contrast('#ffffff', shadesOf(colour)[6]) >= legible);
});

test('a colour that is already legible is not changed', () => {
  assert.equal(adjustFor('#112233', '#ffffff'), '#112233');
});

test('black and white have the highest possible contrast', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
});
