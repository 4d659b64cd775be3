import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tableOf } from './table-of-texts.ts';

const cases: [what: string, pasted: string, rows: string[][]][] = [
  ['one text per line', 'First\nSecond, with a comma\n\nThird', [['First'], ['Second, with a comma'], ['Third']]],
  [
    'a spreadsheet',
    'a\tb\r\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CSV with quotes',
    '"a, b","say ""hi"""\nc,d',
    [
      ['a, b', 'say "hi"'],
      ['c', 'd'],
    ],
  ],
  [
    'a line end within quotes',
    '"one\ntwo",x\ny,z',
    [
      ['one\ntwo', 'x'],
      ['y', 'z'],
    ],
  ],
  [
    'semicolons',
    'a;b\nc;d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'sentences with one comma each',
    'Warm rye, straight from the oven\nCome early, we bake once',
    [['Warm rye, straight from the oven'], ['Come early, we bake once']],
  ],
  ['a byte order mark', '\uFEFFa\nb', [['a'], ['b']]],
  ['nothing', ' \n\n', []],
];

for (const [what, pasted, rows] of cases)
  test(`${what} is read as a table`, () => assert.deepEqual(tableOf(pasted), rows));
