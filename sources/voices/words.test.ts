import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { misreadIn, spokenText } from './words.ts';

describe('texts that a voice misreads', () => {
  for (const [written, spoken] of [
    ['Open 24/7 & free', 'Open twenty-four seven and free'],
    ['Save 20% on $1,200.50', 'Save 20 percent on 1200.50 dollars'],
    ['From €3.5M to 10k followers', 'From 3.5 million euros to 10 thousand followers'],
    ['12,000 posts in 5-10 days', '12000 posts in 5 to 10 days'],
    ['Visit https://www.my-shop.com/a?b=c now', 'Visit my dash shop dot com now'],
    ['agency.com or hello@agency.com', 'agency dot com or hello at agency dot com'],
    ['#GrowFast with @our_team', 'hashtag Grow Fast with at our team'],
    ['SEO and ROI, e.g. Q4 vs. Q3', 'S E O and R O I, for example fourth quarter versus third quarter'],
    ['3x growth at 1280x720', '3 times growth at 1280 by 720'],
    ['100+ clients 🚀 *really*', '100 plus clients really'],
    ['SEOUL is not SEO', 'SEOUL is not S E O'],
    ['It is 5 and a half, at 10:30.', 'It is 5 and a half, at 10:30.'],
  ] as const) {
    test(`${written} is spoken as ${spoken}`, () => {
      assert.equal(spokenText(written, { language: 'en-US' }), spoken);
    });
  }

  test('a misread text is listed with its position, so that a person can change it', () => {
    assert.deepEqual(misreadIn('Our ROI: 20%', { language: 'en' }), [
      { index: 4, written: 'ROI', spoken: 'R O I' },
      { index: 9, written: '20%', spoken: '20 percent' },
    ]);
  });

  test('the agency’s words apply before our own and in every language, English patterns only in English', () => {
    const own = { Nguyen: 'win', SEO: 'Suchmaschine' };
    assert.equal(spokenText('Nguyen: SEO 20%', { language: 'de-DE', own }), 'win: Suchmaschine 20%');
    assert.equal(spokenText('SEO (C++)', { language: 'en-GB', own: { 'C++': 'C plus plus' } }), 'S E O (C plus plus)');
  });
});
