import assert from 'node:assert/strict';
import { test } from 'vitest';
import { standingOfSchedule, type ScheduleFacts, type ScheduleStanding } from './schedule-standing.ts';

const now = new Date('2026-06-01T08:00:00Z');
const ahead = new Date('2026-06-01T09:00:00Z');
const passed = new Date('2026-06-01T06:59:00Z');
const justNow = new Date('2026-06-01T07:59:00Z');
const quiet: ScheduleFacts = {
  state: 'active',
  nextAt: ahead,
  isPaused: false,
  isPartlyPaused: false,
  failed: 0,
  uncertain: 0,
  partly: 0,
  byHand: 0,
  notApprovedSince: null,
  lostAccounts: 0,
};
const over = { state: 'finished', nextAt: null } as const;

const cases: readonly [string, Partial<ScheduleFacts>, ScheduleStanding][] = [
  ['whose next post is ahead is to come', {}, { kind: 'to-come', trouble: null }],
  ['that has failed before is still to come', { failed: 2, uncertain: 1 }, { kind: 'to-come', trouble: null }],
  [
    'that is paused says so before its time',
    { isPaused: true, lostAccounts: 1 },
    { kind: 'to-come', trouble: 'paused' },
  ],
  [
    'with a lost account says so before its time',
    { lostAccounts: 1 },
    { kind: 'to-come', trouble: 'needs-reconnecting' },
  ],
  ['whose time has just come is being sent', { nextAt: justNow }, { kind: 'due' }],
  ['whose time has passed is late', { nextAt: passed }, { kind: 'blocked', trouble: 'late' }],
  [
    'whose time has passed is blocked by a pause',
    { nextAt: passed, isPaused: true, byHand: 1 },
    { kind: 'blocked', trouble: 'paused' },
  ],
  [
    'whose time has just come can be blocked by a pause',
    { nextAt: justNow, isPaused: true },
    { kind: 'blocked', trouble: 'paused' },
  ],
  [
    'whose time has passed waits for a person',
    { nextAt: passed, byHand: 1, lostAccounts: 1 },
    { kind: 'blocked', trouble: 'by-hand' },
  ],
  [
    'whose time has passed waits for its account',
    { nextAt: passed, lostAccounts: 1, notApprovedSince: passed },
    { kind: 'blocked', trouble: 'needs-reconnecting' },
  ],
  [
    'whose time has passed is held without approval',
    { nextAt: passed, notApprovedSince: passed },
    { kind: 'blocked', trouble: 'not-approved' },
  ],
  [
    'whose time has passed is blocked by the pause of an account, unless another reason blocks it',
    { nextAt: passed, isPartlyPaused: true },
    { kind: 'blocked', trouble: 'paused' },
  ],
  ['with one paused account is still to come', { isPartlyPaused: true }, { kind: 'to-come', trouble: null }],
  [
    'with unapproved later posts only is late',
    { nextAt: passed, notApprovedSince: ahead },
    { kind: 'blocked', trouble: 'late' },
  ],
  ['with all posts published is over', over, { kind: 'over', trouble: null }],
  [
    'that ended with an uncertain post says that first',
    { ...over, uncertain: 1, failed: 3, partly: 1 },
    { kind: 'over', trouble: 'uncertain' },
  ],
  ['that ended with a failed post says so', { ...over, failed: 1, partly: 2 }, { kind: 'over', trouble: 'failed' }],
  ['that ended with a post missing at an account says so', { ...over, partly: 1 }, { kind: 'over', trouble: 'partly' }],
  [
    'that stopped after a round of failures says what failed',
    { ...over, state: 'stopped', failed: 2 },
    { kind: 'over', trouble: 'failed' },
  ],
  [
    'that stopped without a failed round says that it stopped',
    { ...over, state: 'stopped' },
    { kind: 'over', trouble: 'stopped' },
  ],
  ['that ended is not paused', { ...over, isPaused: true, lostAccounts: 1 }, { kind: 'over', trouble: null }],
];

for (const [title, facts, standing] of cases) {
  test(`a schedule ${title}`, () => {
    assert.deepEqual(standingOfSchedule({ ...quiet, ...facts }, now), standing);
  });
}
