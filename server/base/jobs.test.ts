import assert from 'node:assert/strict';
import { test } from 'vitest';
import { handlersOf, jobs, type HandledJob } from './jobs.ts';

const handled: HandledJob[] = Object.values(jobs).map(({ name, settings }) =>
  Object.assign(() => () => Promise.resolve(), { job: { name, settings } }),
);

test('the job names that queues store do not change', () => {
  assert.deepEqual(
    Object.values(jobs)
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b)),
    [
      'archive-attempts',
      'check-domains',
      'check-ledger',
      'check-media',
      'copy-clips',
      'copy-pictures',
      'delete-agency',
      'draw-batch',
      'draw-design',
      'export-data',
      'forget-expired',
      'hand-over',
      'look-at-subscriptions',
      'look-at-works',
      'mail-approvals',
      'mail-reports',
      'make-backup',
      'make-report-pdf',
      'make-thumbnail',
      'make-upgrade',
      'note-changes',
      'read-engagement',
      'remove-files',
      'remove-pieces',
      'render-video',
      'renew-accounts',
      'replan-schedules',
      'send-mail',
      'tidy-account-data',
      'tidy-reports',
      'tidy-videos',
      'watch-keywords',
    ],
  );
});

test('a worker starts with one handler for every job', () => {
  assert.deepEqual(
    [...handlersOf(handled).keys()],
    Object.values(jobs).map(({ name }) => name),
  );
});

test('a worker refuses to start if a job has no handler or two', () => {
  assert.throws(() => handlersOf(handled.slice(1)), /no handler for the job send-mail/);
  assert.throws(() => handlersOf([...handled, ...handled.slice(0, 1)]), /two handlers for the job send-mail/);
});
