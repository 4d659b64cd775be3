import assert from 'node:assert/strict';
import { test } from 'vitest';
import { orderAfter, ordersOf, sayOrder, sortRows, type Sortable } from './sorting.ts';

const title: Sortable = { by: 'title', label: 'Title', kind: 'name' };
const created: Sortable = { by: 'created', label: 'Created', kind: 'time' };

test('a column head sorts in one direction, then the other, then back to the default', () => {
  const standard = '-created';
  assert.equal(orderAfter({ value: standard, standard }, title), 'title');
  assert.equal(orderAfter({ value: 'title', standard }, title), '-title');
  assert.equal(orderAfter({ value: '-title', standard }, title), '-created');
  assert.equal(orderAfter({ value: '-created', standard }, created), 'created');
  assert.equal(orderAfter({ value: 'created', standard }, created), '-created');
  assert.equal(orderAfter({ value: 'created', standard: 'created' }, created), '-created');
});

test('the words for a sort order fit the kind of value', () => {
  assert.deepEqual(
    [title, created].flatMap(ordersOf).map(({ label }) => label),
    ['Title, A to Z', 'Title, Z to A', 'Created, newest first', 'Created, oldest first'],
  );
  assert.equal(sayOrder('-title', [created, title]), 'Title, Z to A');
  assert.equal(sayOrder('size', [created, title]), '');
});

test('rows are sorted in the natural order of names, with numbers by size and missing values last', () => {
  const columns = [
    { sort: { by: 'name', value: ({ name }: Row) => name } },
    { sort: { by: 'profit', value: ({ profit }: Row) => profit } },
    {},
  ];
  type Row = { name: string; profit: number | null };
  const rows: Row[] = [
    { name: 'Week 10', profit: -5 },
    { name: 'Äpfel', profit: null },
    { name: 'week 2', profit: 100 },
    { name: 'apples', profit: 20 },
  ];
  const names = (sort: string) => sortRows(rows, sort, columns).map(({ name }) => name);
  assert.deepEqual(names('name'), ['Äpfel', 'apples', 'week 2', 'Week 10']);
  assert.deepEqual(names('-name'), ['Week 10', 'week 2', 'apples', 'Äpfel']);
  assert.deepEqual(names('profit'), ['Week 10', 'apples', 'week 2', 'Äpfel']);
  assert.deepEqual(names('-profit'), ['week 2', 'apples', 'Week 10', 'Äpfel']);
  assert.deepEqual(names('size'), ['Week 10', 'Äpfel', 'week 2', 'apples']);
});
