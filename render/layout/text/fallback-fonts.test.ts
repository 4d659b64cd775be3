import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  fontsWith,
  languageOf,
  fallbacksNeeded,
  mayNeedFallbacks,
  rangeOfFile,
  type FallbackFont,
} from './fallback-fonts.ts';

const fonts: readonly FallbackFont[] = [
  { id: 'symbols', language: null, parts: { a: '2605' } },
  { id: 'sc', language: 'zh-hans', parts: { 1: '2605,4e00-9fff' } },
  { id: 'jp', language: 'ja', parts: { 1: '3040-30ff', 2: '2605,4e00-8fff', 3: '9000-9fff' } },
  { id: 'kr', language: 'ko', parts: { 1: 'ac00-d7a3' } },
];
const needed = (text: string, isBold = false): string[] => fallbacksNeeded(fonts, { text, isBold });

describe('the files that a text needs', () => {
  const cases: readonly [string, string[]][] = [
    ['Grow your agency – “now”, 20 €', []],
    ['Über Ελλάδα Київ שלום مرحبا ไทย नमस्ते 🚀 👩🏽‍🚀', []],
    ['한국 카페', ['kr/1-400']],
    ['中文', ['sc/1-400']],
    ['日本の ★', ['jp/1-400', 'jp/2-400']],
    ['★', ['symbols/a-400']],
    ['中文 한국', ['kr/1-400', 'sc/1-400']],
    ['が', ['jp/1-400']],
  ];
  for (const [text, names] of cases)
    test(`'${text}' needs ${names.join(', ') || 'none'}`, () => {
      assert.deepEqual(needed(text), names);
    });

  test('bold letters have files of their own', () => {
    assert.deepEqual(needed('가', true), ['kr/1-700']);
  });

  test('a compatibility form needs the file of its characters', () => {
    assert.deepEqual(needed('㍿'), ['sc/1-400']);
  });

  test('a table of only these files gives the same answer', () => {
    const names = new Set(needed('日本の酒 ★'));
    assert.deepEqual(fallbacksNeeded(fontsWith(fonts, names), { text: '日本の酒 ★', isBold: false }), [...names]);
    assert.deepEqual(
      fontsWith(fonts, names).map(({ id }) => id),
      ['jp'],
    );
  });

  test('the characters of a file are a CSS unicode-range', () => {
    assert.equal(rangeOfFile(fonts, 'sc/1-400'), 'U+2605,U+4e00-9fff');
    assert.equal(rangeOfFile(fonts, 'none/1-400'), '');
  });

  test('the table is not needed for texts in bundled scripts, punctuation and emoji', () => {
    assert.ok(!mayNeedFallbacks('Ääñ ½ “quoted” … 5 – 7 € ™ 🦄 ❤️ \u200b'));
    for (const text of ['한', '★', 'ᄒ', '𝐁', 'Ա', 'ა', 'ক']) assert.ok(mayNeedFallbacks(text), text);
  });
});

describe('the language of East Asian text', () => {
  const cases = [
    ['Hello', null],
    ['東京へ行こう', 'ja'],
    ['カフェ', 'ja'],
    ['한국 카페 大韓', 'ko'],
    ['我们的新菜单', 'zh-hans'],
    ['我們的新菜單', 'zh-hant'],
    ['ㄅㄆ注音', 'zh-hant'],
    ['渋谷駅前', 'ja'],
  ] as const;
  for (const [text, language] of cases)
    test(`'${text}' is ${language ?? 'in none'}`, () => {
      assert.equal(languageOf(text), language);
    });
});
