import assert from 'node:assert/strict';
import { test } from 'vitest';
import { exchangedCredits, exchangedParagraphs } from './credits.ts';

const [ana, bo, cy] = ['Photo by Ana on Pexels', 'Photo by Bo & Co on Pixabay', 'Icon by Cy'];

for (const { what, text, from, to, after } of [
  {
    what: 'is replaced in its position',
    text: `Spring\n${ana}\n#now`,
    from: [ana],
    to: [bo],
    after: `Spring\n${bo}\n#now`,
  },
  { what: 'is removed if the other file requires none', text: `Spring\n${ana}`, from: [ana], to: [], after: 'Spring' },
  {
    what: 'is added as the last line if there was none',
    text: 'Spring',
    from: [],
    to: [bo, cy],
    after: `Spring\n${bo}\n${cy}`,
  },
  { what: 'stays out if a person has removed it', text: 'Spring', from: [ana], to: [bo], after: 'Spring' },
  { what: 'that both files require stays', text: `${ana}\nSpring`, from: [ana], to: [ana], after: `${ana}\nSpring` },
  { what: 'inside a person’s sentence stays', text: `See: ${ana}!`, from: [ana], to: [bo], after: `See: ${ana}!` },
  { what: 'that is there already is not repeated', text: `${bo}\n${ana}`, from: [ana], to: [bo], after: bo },
]) {
  test(`when a file is replaced, a credit ${what}`, () => {
    assert.equal(exchangedCredits(text, { from, to }), after);
    const htmlOf = (lines: string) =>
      lines
        .split('\n')
        .map((line) => `<p>${line.replace('&', '&amp;')}</p>`)
        .join('');
    assert.equal(exchangedParagraphs(htmlOf(text), { from, to }), htmlOf(after));
  });
}
