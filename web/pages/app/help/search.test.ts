import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openSearch, wordsOf } from './search.ts';

const article = (id: string, title: string, text = '') => ({ id, title, topics: '', text });
const search = openSearch([
  article('reddit', 'Connect Reddit', 'Sign in and allow the application'),
  article('zones', 'Time zones and clock changes', 'Daylight saving and repurposing'),
  article('tokyo', '東京都の予定', '投稿を承認する'),
  article('thai', 'การตั้งค่าบัญชี', 'เชื่อมต่อบัญชี'),
  article('arabic', 'ربط الحساب', 'الموافقة على المنشورات'),
  article('coffee', 'Café crème', 'Überweisung'),
]);
const first = (words: string) => search(words)[0]?.id;

describe('finding articles', () => {
  for (const [words, id] of [
    ['reddit', 'reddit'],
    ['redit', 'reddit'],
    ['conect reddti', 'reddit'],
    ['repurposng', 'zones'],
    ['dayl', 'zones'],
    ['東京', 'tokyo'],
    ['承認', 'tokyo'],
    ['บัญชี', 'thai'],
    ['الموافقة', 'arabic'],
    ['cafe creme', 'coffee'],
    ['ueberweisung uberweisung', 'coffee'],
  ] as const)
    test(`an article is found by ${words}`, () => assert.equal(first(words), id));
});

test('a search that fits no article finds nothing', () => {
  assert.deepEqual(search('xylophone'), []);
  assert.deepEqual(search('  '), []);
});

test('texts without spaces are split into pairs, others into words without accents', () => {
  assert.deepEqual(wordsOf('Crème brûlée 東京都'), ['Creme', 'brulee', '東京', '京都']);
});
