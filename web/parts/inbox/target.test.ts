import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { InboxEntry } from '#contract/app/inbox.ts';
import { targetOf } from './target.ts';

const base: InboxEntry = {
  id: '1',
  kind: 'delivery.failed',
  count: 1,
  various: false,
  subject: '7',
  name: 'Spring',
  network: null,
  client: { id: '3', name: 'Shop' },
  first_at: '2026-06-01T12:00:00Z',
  at: '2026-06-01T12:00:00Z',
  read: false,
};
const agency = { plans: true, reports: true, search: new URLSearchParams('view=week') };

for (const [change, reader, target] of [
  [{}, {}, { search: '?view=week&post=7' }],
  [{ subject: null }, {}, null],
  [{ various: true }, {}, '/ledger/posts?month=2026-06&client=3&place=failed'],
  [{ kind: 'delivery.by_hand', various: true }, {}, '/dashboard'],
  [{ kind: 'approval.sent_back', various: true }, {}, '/approvals?list=sent-back&client=3'],
  [{ kind: 'approval.asked' }, { plans: false }, '/approvals?list=waiting'],
  [{ kind: 'account.needs_reconnecting' }, {}, '/edit-client/3?tab=accounts'],
  [{ kind: 'account.needs_reconnecting', client: null }, {}, null],
  [{ kind: 'schedule.finished' }, {}, '/schedule-detail/7'],
  [{ kind: 'schedule.stopped', various: true }, {}, '/schedule-content'],
  [{ kind: 'report.mailed', subject: '2026-05' }, {}, '/generate-report/3/05/2026'],
  [{ kind: 'report.mailed', subject: '2026-05' }, { reports: false }, null],
  [{ kind: 'video.finished' }, {}, '/create-video?id=7'],
  [{ kind: 'video.failed', various: true }, {}, '/contents'],
] as const)
  test(`${JSON.stringify(change)} leads to ${JSON.stringify(target)}`, () =>
    assert.deepEqual(targetOf({ ...base, ...change }, { ...agency, ...reader }), target));
