/** Deliveries to accounts by hand: handed over when due, and settled by the person's report. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { infinity } from '#db/values.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { addsUp } from '#rules/ledger.ts';
import { fetchLedger } from '../plan/ledger.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { cancelForAccount } from './cancel.ts';
import { resolveDelivery } from './decide.ts';
import { moveSchedule } from './move.ts';
import { pausePublishing } from './pause.ts';
import { holdPausedOf } from '../plan/holds.ts';
import { releaseWaiting } from './reconnect.ts';
import { planResume } from './resume-plan.ts';
import { runOn } from '../statements.ts';
import { type Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase();

async function aByHandStage(planned: Planned = {}) {
  const asked: string[] = [];
  const stage = await aStage(
    db,
    { network: 'medium', ...planned },
    {
      network: { id: 'medium' },
      renewals: {
        fresh: ({ row }) => {
          asked.push(row.id);
          return Promise.resolve({ kind: 'unauthorized', message: 'none' });
        },
        worked: () => Promise.resolve(),
      },
    },
  );
  const { agencyId, clock } = stage;
  await db.pool.query(`update social_accounts set by_hand = true, credentials = '', expires_at = $1`, [clock.now()]);
  return {
    ...stage,
    asked,
    decide: async (decision: Parameters<typeof resolveDelivery>[1]['decision'], { index = 0, postUrl = '' } = {}) => {
      const deliveryId = (await stage.deliveries())[index]?.id ?? '';
      return db.asAgency(agencyId, (tx) =>
        resolveDelivery(tx, { agencyId, deliveryId, decision, postUrl, now: clock.now() }),
      );
    },
  };
}

test('a delivery by hand is handed over when due: it is not sent or tried, and has no deadline', async () => {
  const stage = await aByHandStage({ items: 2, gapSeconds: 60 });
  assert.equal(await stage.worker.publishDue(), 1);
  const [handed] = await stage.deliveries();
  assert.deepEqual(
    [handed?.state, handed?.next_at, handed?.message, handed?.occurrence],
    ['waiting', infinity.future, deliveryMessages.byHand, 'scheduled'],
  );
  assert.deepEqual([stage.feed, stage.asked], [[], []]);
  assert.equal((await db.pool.query('select from attempts')).rowCount, 0);
  stage.clock.pass(30 * 86_400);
  await stage.worker.sweep();
  assert.equal((await stage.states())[0], 'waiting', 'no sweep touches it');
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('an account by hand gets its next post after its pace', async () => {
  const stage = await aByHandStage({ items: 2, frequency: 'hourly', gapSeconds: 60 });
  stage.clock.pass(3600);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(60);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['waiting', 'waiting']);
});

test('a post made by hand counts as posted, with its URL but no id to read figures for', async () => {
  const stage = await aByHandStage();
  await stage.worker.publishDue();
  assert.equal(await stage.decide('posted-by-hand', { postUrl: 'https://medium.com/@ada/tips-1' }), 'done');
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.post_url, delivery?.post_id, delivery?.message, delivery?.occurrence],
    ['published', 'https://medium.com/@ada/tips-1', null, deliveryMessages.postedByHand, 'posted'],
  );
  const { total } = await stage.inAgency((tx) => fetchLedger(tx, { agencyId: stage.agencyId, from: null, to: null }));
  assert.deepEqual([total.published, total.waiting, addsUp(total)], [1, 0, true]);
  assert.equal(await stage.decide('posted-by-hand'), 'not-now');
  assert.equal(await stage.decide('leave-out'), 'not-now');
});

test('a post that is left out is cancelled with a reason, and only one of two concurrent people decides', async () => {
  const stage = await aByHandStage();
  await stage.worker.publishDue();
  const answers = await Promise.all([stage.decide('leave-out'), stage.decide('leave-out'), stage.decide('leave-out')]);
  assert.deepEqual(answers.toSorted(), ['done', 'not-now', 'not-now']);
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.message, delivery?.occurrence],
    ['cancelled', deliveryMessages.leftOut, 'cancelled'],
  );
});

test('a repeating schedule begins its next round once the last post by hand is done', async () => {
  const stage = await aByHandStage({ repurpose: true });
  await stage.worker.publishDue();
  assert.equal((await stage.deliveries()).length, 1);
  await stage.decide('posted-by-hand');
  assert.deepEqual(await stage.states(), ['published', 'scheduled']);
});

test('a post that is only scheduled or waits for its account cannot be reported as posted by hand', async () => {
  const stage = await aByHandStage({ origin: '2026-06-02 12:00' });
  assert.equal(await stage.decide('posted-by-hand'), 'not-now');
  await db.pool.query(`update deliveries set state = 'waiting', next_at = $1`, [stage.clock.now()]);
  assert.equal(await stage.decide('posted-by-hand'), 'not-now');
  assert.equal(await stage.decide('publish-again'), 'not-now');
});

test('a pause holds due posts but leaves handed-over posts with the person', async () => {
  const stage = await aByHandStage({ items: 2, frequency: 'hourly' });
  const { agencyId } = stage;
  await stage.worker.publishDue();
  await stage.inAgency((tx) =>
    pausePublishing(tx, { agencyId, scope: 'everything', id: null, userId: stage.clientId, now: stage.clock.now() }),
  );
  stage.clock.pass(3600);
  await stage.inAgency((tx) => holdPausedOf(tx, { agencyId, now: stage.clock.now() }));
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual(
    (await stage.deliveries()).map(({ state, next_at }) => [state, next_at]),
    [
      ['waiting', infinity.future],
      ['scheduled', infinity.future],
    ],
  );
  const { pile } = await stage.inAgency((tx) =>
    planResume(tx, { agencyId, scope: 'everything', id: null, at: stage.clock.now() }),
  );
  assert.equal(pile.length, 1, 'the handed-over post is not part of the pile');
  assert.equal(await stage.decide('posted-by-hand'), 'done');
});

test('reconnecting an account releases the posts that waited for it, but no handed-over post', async () => {
  const stage = await aByHandStage();
  await stage.worker.publishDue();
  const key = { agencyId: stage.agencyId, accountId: stage.accountIds[0] ?? '' };
  assert.equal(await stage.inAgency((tx) => releaseWaiting(tx, { ...key, now: stage.clock.now() })), 0);
  assert.deepEqual(await stage.states(), ['waiting']);
  assert.equal(await stage.inAgency((tx) => cancelForAccount(tx, { ...key, now: stage.clock.now() })), 1);
});

test('a handed-over post can be moved, and is handed over again at its new time', async () => {
  const stage = await aByHandStage();
  await stage.worker.publishDue();
  const { agencyId, scheduleId } = stage;
  await stage.inAgency((tx) =>
    moveSchedule(tx, {
      agencyId,
      scheduleId,
      origin: '2026-06-01 13:00',
      zone: 'UTC',
      frequency: 'daily',
      repurpose: false,
      now: stage.clock.now(),
    }),
  );
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(3600);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['waiting']);
});

test('a post by hand that is over a day late is missed, and handed over when a person wants it now', async () => {
  const stage = await aByHandStage();
  stage.clock.pass(25 * 3600);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['missed']);
  await stage.decide('publish-now');
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['waiting']);
});

test('a delivery whose worker vanishes before handing it over is handed over by the next worker', async () => {
  const stage = await aByHandStage();
  assert.equal((await stage.worker.claim()).length, 1);
  stage.clock.pass(3600);
  await stage.worker.sweep();
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['waiting']);
});
