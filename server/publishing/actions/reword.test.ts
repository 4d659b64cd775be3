/**
 * Fencing tokens: later actions of a worker on an earlier claim of a delivery, with the earlier text, have no effect.
 */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import type { Tx } from '#db/database.ts';
import { publishDelivery } from '../engine/publish.ts';
import type { DeliveryRow } from '../engine/delivery-row.ts';
import { FenceRefused, remember } from '../engine/fence.ts';
import { pausePublishing } from './pause.ts';
import { planResume } from './resume-plan.ts';
import { resumePublishing } from './resume.ts';
import { rewordDeliveries } from './reword.ts';
import { statement } from '../statement.ts';
import { runIn, runOn } from '../statements.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase({ max: 20 });

const setTitle = statement({
  name: 'test-set-title',
  columns: {},
  text: 'update items set title = $2 where id = $1',
});

async function aRewordStage() {
  const stage = await aStage(db);
  const { agencyId, clientId, itemIds, clock, worker, inAgency } = stage;
  const itemId = itemIds[0] ?? '';
  const target = { agencyId, scope: 'everything', id: null } as const;
  const rewordIn = async (tx: Tx, title: string): Promise<void> => {
    await runIn(tx)(setTitle, [itemId, title]);
    await rewordDeliveries(tx, { agencyId, itemId });
  };
  return {
    ...stage,
    rewordIn,
    reword: (title: string) => inAgency((tx) => rewordIn(tx, title)),
    claimOne: async (): Promise<DeliveryRow> => {
      const [row] = await worker.claim();
      assert.ok(row);
      return row;
    },
    pauseAndResume: async (): Promise<void> => {
      await inAgency((tx) => pausePublishing(tx, { ...target, userId: clientId, now: clock.now() }));
      await inAgency(async (tx) => {
        const { fingerprint } = await planResume(tx, { ...target, at: clock.now() });
        await resumePublishing(tx, {
          ...target,
          at: clock.now(),
          choice: 'publish-now',
          fingerprint,
          now: clock.now(),
        });
      });
    },
    passageOf: (row: DeliveryRow) => ({
      deliveryId: row.id,
      claim: row.claim,
      fingerprint: '',
      remoteIds: {},
      now: clock.now(),
      leaseUntil: worker.engine.leaseUntil(),
    }),
    sent: () => stage.feed.map(({ title }) => title),
  };
}

test('a worker cannot send or give back a delivery by its earlier claim once it has claimed it again', async () => {
  const stage = await aRewordStage();
  const first = await stage.claimOne();
  await stage.pauseAndResume();
  const second = await stage.claimOne();
  assert.equal(second.id, first.id);
  await publishDelivery(stage.worker.engine, first);
  assert.deepEqual([stage.sent(), await stage.states()], [[], ['claimed']]);
  await publishDelivery(stage.worker.engine, second);
  assert.deepEqual([stage.sent(), await stage.states()], [['item 1'], ['published']]);
  await stage.inOrder();
});

test('only the later of two claims of a delivery passes when both reach the fence together', async () => {
  const stage = await aRewordStage();
  const first = await stage.claimOne();
  await stage.pauseAndResume();
  const second = await stage.claimOne();
  const [earlier, later] = await Promise.all(
    [first, second].map((row) => stage.worker.engine.records.passFence(stage.passageOf(row))),
  );
  assert.equal(earlier, null);
  assert.notEqual(later, null);
});

test('an outcome and stored ids of an earlier claim do not change the delivery', async () => {
  const stage = await aRewordStage();
  const first = await stage.claimOne();
  await stage.pauseAndResume();
  await stage.claimOne();
  assert.equal(
    await stage.worker.engine.records.finish({
      row: first,
      from: 'claimed',
      attemptId: null,
      conclusion: { kind: 'outcome', outcome: { kind: 'rejected', message: 'of the earlier claim' } },
    }),
    false,
  );
  await assert.rejects(
    remember(runOn(db.pool), {
      deliveryId: first.id,
      worker: stage.worker.engine.worker,
      claim: first.claim,
      remoteIds: { draft: '1' },
    }),
    FenceRefused,
  );
  assert.deepEqual(await stage.states(), ['claimed']);
});

test('a text changed while a worker holds the delivery is the one that goes out', async () => {
  const stage = await aRewordStage();
  const row = await stage.claimOne();
  await stage.reword('new words');
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([stage.sent(), await stage.states()], [[], ['scheduled']]);
  const [delivery] = await stage.deliveries();
  assert.equal(delivery?.tries, 0, 'as if it had not been claimed');
  await stage.worker.publishDue();
  assert.deepEqual(stage.sent(), ['new words']);
  await stage.inOrder();
});

test('a claim in progress while the text changes takes no delivery with the old text', async () => {
  const stage = await aRewordStage();
  const claimed = await stage.inAgency(async (tx) => {
    await stage.rewordIn(tx, 'new words');
    const claiming = stage.worker.claim();
    await waitsForLock(db, claiming);
    return { claiming };
  });
  assert.deepEqual(await claimed.claiming, []);
  await stage.worker.publishDue();
  assert.deepEqual(stage.sent(), ['new words']);
  await stage.inOrder();
});

test('a text changed after the fence is too late for this post and does not change it', async () => {
  const stage = await aRewordStage();
  const row = await stage.claimOne();
  assert.notEqual(await stage.worker.engine.records.passFence(stage.passageOf(row)), null);
  await stage.reword('new words');
  assert.deepEqual(await stage.states(), ['sending']);
});
