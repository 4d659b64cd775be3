/** Races in the order that matters, each forced by a lock instead of left to chance. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { pausePublishing } from '../actions/pause.ts';
import { moveSchedule } from '../actions/move.ts';
import { holdPausedOf } from '../plan/holds.ts';
import { planResume } from '../actions/resume-plan.ts';
import { resumePublishing, type Resumed } from '../actions/resume.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase({ max: 20 });

test('a claim that waits while a person moves the post to a later time does not take it', async () => {
  const stage = await aStage(db);
  const { agencyId, scheduleId, clock, worker } = stage;
  const claiming = await stage.inAgency(async (tx) => {
    await moveSchedule(tx, {
      agencyId,
      scheduleId,
      origin: '2026-06-02 12:00',
      zone: 'UTC',
      frequency: 'daily',
      repurpose: false,
      now: clock.now(),
    });
    const claim = worker.claim();
    await waitsForLock(db, claim);
    return { claim };
  });
  assert.deepEqual(await claiming.claim, []);
  assert.deepEqual([await stage.states(), await worker.publishDue(), stage.feed.length], [['scheduled'], 0, 0]);
  clock.pass(24 * 3600);
  assert.equal(await worker.publishDue(), 1);
  await stage.inOrder();
});

test('a post that is being held when its pause ends goes out and does not stay held', async () => {
  const stage = await aStage(db, { origin: '2026-06-01 12:05' });
  const { agencyId, clientId, clock, worker } = stage;
  const everything = { agencyId, scope: 'everything', id: null } as const;
  await stage.inAgency((tx) => pausePublishing(tx, { ...everything, userId: clientId, now: clock.now() }));
  const at = clock.now();
  const { fingerprint } = await stage.inAgency((tx) => planResume(tx, { ...everything, at }));
  // The post falls due after the preview, so it is not in it.
  clock.pass(600);
  const resuming = await stage.inAgency(async (tx) => {
    assert.equal(await holdPausedOf(tx, { agencyId, now: clock.now() }), 1);
    const resumed: Promise<Resumed> = stage.inAgency((other) =>
      resumePublishing(other, { ...everything, at, choice: 'publish-now', fingerprint, now: clock.now() }),
    );
    await waitsForLock(db, resumed);
    return { resumed };
  });
  assert.deepEqual(await resuming.resumed, { kind: 'resumed', count: 0 });
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published']);
  await stage.inOrder();
});
