import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isToDo, keyOf, missedOf, needsRows, type Entry } from './needs-rows.ts';

const entry = (deliveryId: string, at: string, part: Partial<Entry> = {}): Entry => ({
  kind: 'missed',
  item_id: null,
  delivery_id: deliveryId,
  account_id: '7',
  schedule_id: '1',
  client_id: '1',
  client: 'Shop',
  network: 'telegram',
  username: '@feed',
  title: 'Tips',
  message: 'Missed: its time passed.',
  at,
  actions: ['publish-now', 'next-free-time'],
  ...part,
});
const late = entry('2', '2026-06-02T10:00:00.000Z');
const early = entry('1', '2026-06-01T10:00:00.000Z');
const lost = entry('', '2026-01-01T00:00:00.000Z', { kind: 'account', delivery_id: null, actions: [] });
const shown = (rows: ReturnType<typeof needsRows>) =>
  rows.map(({ entry: { delivery_id: id }, decision }) => [id, decision]);

test('a decided row keeps its position after the server stops listing it', () => {
  const decided = [{ entry: late, decision: 'publish-now' as const, at: 100 }];
  assert.deepEqual(shown(needsRows({ entries: [lost, late, early], decided, asOf: 50 })), [
    [null, null],
    ['2', 'publish-now'],
    ['1', null],
  ]);
  assert.deepEqual(shown(needsRows({ entries: [lost, early], decided, asOf: 150 })), [
    [null, null],
    ['2', 'publish-now'],
    ['1', null],
  ]);
});

test('a notice comes last and needs no decision', () => {
  const waits = entry('', '2026-06-03T00:00:00.000Z', { kind: 'waits', delivery_id: null, actions: [] });
  const rows = needsRows({ entries: [waits, early], decided: [], asOf: 50 });
  assert.deepEqual(
    rows.map((row) => [row.entry.kind, isToDo(row.entry)]),
    [
      ['missed', true],
      ['waits', false],
    ],
  );
});

test('awaited approvals come after the posts that need a decision, the most urgent client first', () => {
  const awaited = (client: string, at: string) =>
    entry('', at, { kind: 'to-approve', delivery_id: null, account_id: null, client_id: client, actions: [] });
  const soon = awaited('8', '2026-06-03T10:00:00.000Z');
  const later = awaited('9', '2026-06-04T10:00:00.000Z');
  const rows = needsRows({ entries: [early, soon, later], decided: [], asOf: 50 });
  assert.deepEqual(
    rows.map((row) => (row.entry.kind === 'to-approve' ? row.entry.client_id : row.entry.kind)),
    ['missed', '8', '9'],
  );
  assert.notEqual(keyOf(soon), keyOf(later));
});

test('a row that the server lists again after the decision is open again', () => {
  const failed = entry('2', '2026-06-02T10:00:00.000Z', { kind: 'failed', actions: ['publish-again'] });
  const decided = [{ entry: late, decision: 'publish-now' as const, at: 100 }];
  assert.deepEqual(shown(needsRows({ entries: [failed], decided, asOf: 150 })), [['2', null]]);
});

test('only undecided missed posts that may be sent are published together', () => {
  const unapproved = entry('4', '2026-06-01T11:00:00.000Z', { actions: [] });
  const failed = entry('5', '2026-06-01T12:00:00.000Z', { kind: 'failed', actions: ['publish-again'] });
  const decided = [{ entry: late, decision: 'next-free-time' as const, at: 100 }];
  const rows = needsRows({ entries: [lost, late, early, unapproved, failed], decided, asOf: 50 });
  assert.deepEqual(
    missedOf(rows).map(({ delivery_id: id }) => id),
    ['1'],
  );
});
