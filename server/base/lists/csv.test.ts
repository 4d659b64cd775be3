import assert from 'node:assert/strict';
import { test } from 'vitest';
import { csvOf } from './csv.ts';

test('no cell of a CSV file is a formula for a spreadsheet', () => {
  for (const begin of ['=', '+', '-', '@', '\t', '\r'])
    assert.match(csvOf([['a', `${begin}1+1`]]), /^\ufeffa,"?'/, JSON.stringify(begin));
});

test('numbers, quotes, commas and lines are written as RFC 4180 says', () => {
  assert.equal(csvOf([[-1, 'a "b", c', 'd\ne', 'f']]), '\ufeff-1,"a ""b"", c","d\ne",f\r\n');
});
