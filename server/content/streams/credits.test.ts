import assert from 'node:assert/strict';
import { test } from 'vitest';
import { exchangedCredits, exchangedParagraphs } from './credits.ts';

const [ana, bo, cy] = ['Photo by Ana on Pexels', 'Photo by Bo & Co on Pixabay', 'Icon by Cy'];

for (const { what, text, from, to, after } of [
  {
    what: 'gives way to the other in its place',
    text: `Spring\n${ana}\n#now`,
    from: [ana],
    to: [bo],
    after: `Spring\n${bo}\n#now`,
  },
  { what: 'goes where the other file wants none', text: `Spring\n${ana}`, from: [ana], to: [], after: 'Spring' },
  {
    what: 'is added where there was none to give way',
    text: 'Spring',
    from: [],
    to: [bo, cy],
    after: `Spring\n${bo}\n${cy}`,
  },
  { what: 'stays out where a person has taken it out', text: 'Spring', from: [ana], to: [bo], after: 'Spring' },
  { what: 'that both files want stays', text: `${ana}\nSpring`, from: [ana], to: [ana], after: `${ana}\nSpring` },
  { what: 'inside a sentence of a person stays', text: `See: ${ana}!`, from: [ana], to: [bo], after: `See: ${ana}!` },
  { what: 'that stands there already is not said twice', text: `${bo}\n${ana}`, from: [ana], to: [bo], after: bo },
]) {
  test(`a credit of a replaced file ${what}`, () => {
    assert.equal(exchangedCredits(text, { from, to }), after);
    const htmlOf = (lines: string) =>
      lines
        .split('\n')
        .map((line) => `<p>${line.replace('&', '&amp;')}</p>`)
        .join('');
    assert.equal(exchangedParagraphs(htmlOf(text), { from, to }), htmlOf(after));
  });
}
