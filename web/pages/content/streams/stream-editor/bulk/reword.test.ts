import assert from 'node:assert/strict';
import { test } from 'vitest';
import { inBatches, noEdit, reworded, type BulkEdit, type Worded } from './reword.ts';

const item = (title: string, description = 'Words', format: Worded['description_format'] = 'text'): Worded => ({
  id: title,
  title,
  description,
  description_format: format,
  version: '0'.repeat(16),
});
const titles = (edit: Partial<BulkEdit>, ...items: string[]) =>
  reworded(
    items.map((title) => item(title)),
    { ...noEdit, ...edit },
  ).map(({ title }) => title);

test('words are found in any case unless the case must match, and only items that change are listed', () => {
  assert.deepEqual(titles({ find: 'loaf', replace: 'bread' }, 'Loaf', 'A loaf of loafs', 'Roll'), [
    'bread',
    'A bread of breads',
  ]);
  assert.deepEqual(titles({ find: 'loaf', replace: 'bread', matchCase: true }, 'Loaf', 'loaf'), ['bread']);
});

test('the search text is not a pattern, and the replacement has no special characters', () => {
  assert.deepEqual(titles({ find: '(1.5)', replace: '$& now' }, 'Roll (1.5)', 'Roll (105)'), ['Roll $& now']);
});

test('words are added before and after, and {n} counts the items in order', () => {
  assert.deepEqual(titles({ before: 'Tip {n}: ', behind: ' ({n})', firstNumber: 9 }, 'Flour', 'Salt'), [
    'Tip 9: Flour (9)',
    'Tip 10: Salt (10)',
  ]);
});

test('formatted text keeps its tags, and added words are within the first and the last run', () => {
  const html = '<p>Fresh <strong>bread</strong> &amp; <a href="https://loaf.test/?a=1&amp;b=2">bread</a></p>';
  const [changed] = reworded([item('One', html, 'formatted')], {
    ...noEdit,
    field: 'description',
    find: 'BREAD',
    replace: 'rolls <3',
    before: 'Now: ',
    behind: '!',
  });
  assert.equal(
    changed?.description,
    '<p>Now: Fresh <strong>rolls &lt;3</strong> &amp; ' +
      '<a href="https://loaf.test/?a=1&amp;b=2">rolls &lt;3!</a></p>',
  );
});

test('a title that would be empty or too long is named', () => {
  const problems = reworded([item('Loaf'), item('Loaf'.repeat(70))], {
    ...noEdit,
    find: 'Loaf',
    replace: '',
  }).map(({ problem }) => problem);
  assert.deepEqual(problems, ['The title would be empty', 'The title would be empty']);
  const [long] = reworded([item('Loaf')], { ...noEdit, behind: 'x'.repeat(300) });
  assert.equal(long?.problem, 'The title would have more than 300 characters');
});

test('a long list is sent in parts of at most 100 entries and about 300,000 characters', () => {
  const parts = inBatches(
    Array.from({ length: 250 }, (_none, index) => index),
    () => 10,
  );
  assert.deepEqual(
    parts.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(
    inBatches([1, 2, 3], () => 200_000).map(({ length }) => length),
    [1, 1, 1],
  );
});
