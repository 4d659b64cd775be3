import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { until } from '#db/testing-until.ts';
import { endWaiting } from './late.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { cancelForAccount, cancelForOccurrence } from '../actions/cancel.ts';
import { releaseWaiting } from '../actions/reconnect.ts';
import { runOn } from '../statements.ts';
import { answers, posts } from '../testing.ts';
import { openWaitingStages } from './testing-waits.ts';

const { aWaitingStage, db } = await openWaitingStages();

test('deliveries queued behind removed posts move up', async () => {
  const stage = await aWaitingStage({ items: 5, frequency: 'hourly', origin: '2026-06-01 06:00', gapSeconds: 900 });
  assert.equal(await stage.worker.publishDue(), 1);
  const all = await stage.deliveries();
  const { agencyId } = stage;
  for (const { occurrence_id } of all.slice(1, 4)) {
    await db.asAgency(agencyId, (tx) =>
      cancelForOccurrence(tx, { agencyId, occurrenceId: occurrence_id, now: stage.clock.now() }),
    );
  }
  stage.clock.pass(900);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published', 'cancelled', 'cancelled', 'cancelled', 'published']);
});

test('removing a claimed post frees its account at once, whatever the web process’s clock says', async () => {
  const stage = await aWaitingStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 10:00' });
  const [row] = await stage.worker.claim();
  const { agencyId } = stage;
  const ahead = new Date(stage.clock.now().getTime() + 3_600_000);
  await db.asAgency(agencyId, (tx) =>
    cancelForOccurrence(tx, { agencyId, occurrenceId: row?.occurrenceId ?? '', now: ahead }),
  );
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an uncertain post is not sent again once its schedule is deleted', async () => {
  const stage = await aWaitingStage({}, { canFind: true });
  stage.script.push(answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  assert.equal(await stage.cancel(), 0);
  for (const seconds of [5, 25, 90, 480, 1200]) {
    stage.clock.pass(seconds);
    await stage.worker.settleDue();
  }
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual(
    [await stage.states(), stage.feed.length, await checkLedger(runOn(db.pool))],
    [['cancelled'], 0, []],
  );
});

test('a post that is being held for reconnection while its account is reconnected goes out', async () => {
  const stage = await aWaitingStage();
  const {
    agencyId,
    accountIds: [accountId = ''],
  } = stage;
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  let held: Promise<number> = Promise.resolve(0);
  await db.asAgency(agencyId, async (tx) => {
    await tx.updateTable('social_accounts').set({ status: 'connected' }).where('id', '=', accountId).execute();
    await releaseWaiting(tx, { agencyId, accountId, now: stage.clock.now() });
    held = endWaiting(stage.worker.engine);
    await waitsForLock(db, held);
  });
  await held;
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published']);
});

test('a round that begins while one of its accounts is deleted concurrently begins without it', async () => {
  const stage = await aWaitingStage({ accounts: 2, repurpose: true });
  const {
    agencyId,
    accountIds: [first = '', second = ''],
  } = stage;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const behaviour =
    (account: string): typeof posts =>
    async (context, post) => {
      if (account === 'slow') await gate;
      return posts(context, post);
    };
  stage.script.push(behaviour('quick'), behaviour('slow'));
  const published = stage.worker.publishDue();
  const done = async (): Promise<string | undefined> =>
    (await stage.deliveries()).find(({ state }) => state === 'published')?.account_id;
  await until(async () => (await done()) !== undefined);
  const quick = await done();
  assert.ok(quick === first || quick === second);
  await db.asAgency(agencyId, async (tx) => {
    await tx
      .updateTable('social_accounts')
      .set({ deleted_at: stage.clock.now() })
      .where('id', '=', quick ?? '')
      .execute();
    open();
    await waitsForLock(db, published);
    await cancelForAccount(tx, { agencyId, accountId: quick ?? '', now: stage.clock.now() });
  });
  await published;
  const next = (await stage.deliveries()).filter(({ round }) => round === 2);
  assert.deepEqual(
    next.map(({ account_id }) => account_id),
    [quick === first ? second : first],
  );
});
