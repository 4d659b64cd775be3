/** Pausing: which deliveries stop, which do not, and that no deadline runs meanwhile. */

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { until } from '#db/testing-until.ts';
import { pauseScopes, type PauseScope } from '#rules/pausing.ts';
import { claimDue } from '../engine/claim.ts';
import { publishDelivery } from '../engine/publish.ts';
import type { DeliveryRow } from '../engine/delivery-row.ts';
import { fenceOf } from '../engine/fence.ts';
import { startPublisher } from '../engine/loop.ts';
import { pausePublishing } from './pause.ts';
import { planResume } from './resume-plan.ts';
import { resumePublishing } from './resume.ts';
import { runOn } from '../statements.ts';
import { openPausingStages } from './testing-pausing.ts';

const { aPausingStage, db } = await openPausingStages();

for (const scope of pauseScopes) {
  test(`a claimed post is not sent when ${scope} is paused, as if it had not been claimed`, async () => {
    const stage = await aPausingStage();
    const [row] = await stage.worker.claim();
    assert.ok(row);
    assert.equal(await stage.pause(stage.targets[scope]), true);
    await publishDelivery(stage.worker.engine, row);
    const [delivery] = await stage.deliveries();
    assert.deepEqual([delivery?.state, delivery?.tries, stage.feed], ['scheduled', 0, []]);
    assert.equal(await stage.worker.publishDue(), 0);
    await stage.inOrder();
    await stage.resume(stage.targets[scope]);
    assert.equal(await stage.worker.publishDue(), 1);
    assert.deepEqual(await stage.states(), ['published']);
  });
}

test('a post past the fence when it is paused finishes with its true outcome', async () => {
  const stage = await aPausingStage();
  stage.script.push(async (context, post) => {
    await context.fence({ payload: 'words' });
    await stage.pause(stage.targets.everything);
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
  await stage.inOrder();
});

test('pausing a paused target changes nothing, including the start of the pause', async () => {
  const stage = await aPausingStage();
  await stage.pause(stage.targets.client);
  const since = async () =>
    (await db.pool.query<{ paused_at: Date }>('select paused_at from users where id = $1', [stage.clientId])).rows[0]
      ?.paused_at;
  const first = await since();
  stage.clock.pass(60);
  assert.equal(await stage.pause(stage.targets.client), false);
  assert.deepEqual(await since(), first);
});

/** Does work in its own transaction; a pause that starts before its commit has to wait for it. */
async function pausedDuring(
  stage: Awaited<ReturnType<typeof aPausingStage>>,
  scope: PauseScope,
  work: (run: ReturnType<typeof runOn>) => Promise<unknown>,
): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await work(runOn(client));
    const paused = stage.pause(stage.targets[scope]);
    await waitsForLock(db, paused);
    await client.query('commit');
    await paused;
  } finally {
    client.release();
  }
}

for (const scope of ['everything', 'schedule'] as const) {
  test(`a claim in progress when ${scope} is paused is taken back`, async () => {
    const stage = await aPausingStage();
    const { engine } = stage.worker;
    const claimed: DeliveryRow[] = [];
    await pausedDuring(stage, scope, async (run) => {
      claimed.push(
        ...(await claimDue(run, {
          worker: engine.worker,
          now: stage.clock.now(),
          leaseUntil: engine.leaseUntil(),
          limit: 1,
          rooms: new Map([['telegram', 1]]),
        })),
      );
    });
    assert.equal(claimed.length, 1);
    assert.deepEqual(await stage.states(), ['scheduled']);
    const passage = {
      deliveryId: claimed[0]?.id ?? '',
      claim: claimed[0]?.claim ?? 0,
      fingerprint: '',
      remoteIds: {},
      now: stage.clock.now(),
      leaseUntil: engine.leaseUntil(),
    };
    assert.equal(await engine.records.passFence(passage), null);
  });

  test(`a passage of the fence in progress when ${scope} is paused is committed before the pause`, async () => {
    const stage = await aPausingStage();
    const { engine } = stage.worker;
    const [row] = await stage.worker.claim();
    await pausedDuring(stage, scope, (run) =>
      fenceOf(
        run,
        engine.worker,
      )({
        deliveryId: row?.id ?? '',
        claim: row?.claim ?? 0,
        fingerprint: '',
        remoteIds: {},
        now: stage.clock.now(),
        leaseUntil: engine.leaseUntil(),
      }),
    );
    assert.deepEqual(await stage.states(), ['sending']);
  });
}

/** Whether no delivery is claimed or being sent. */
const isNothingInHand = async (stage: Awaited<ReturnType<typeof aPausingStage>>): Promise<boolean> =>
  !(await stage.states()).some((state) => state === 'claimed' || state === 'sending');

test('no delivery passes the fence after a pause is committed, even with a busy worker', async () => {
  const stage = await aPausingStage({ items: 40, accounts: 12, frequency: 'hourly', origin: '2026-01-01 00:00' });
  await db.pool.query(`update deliveries set due_at = now() - interval '1 hour', next_at = now()`);
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let preparing = 0;
  const publish = stage.network.publish;
  Object.assign(stage.network, {
    publish: (...[content, account, context]: Parameters<typeof publish>) =>
      publish(content, account, {
        ...context,
        fence: async (passage: Parameters<typeof context.fence>[0]) => {
          preparing += 1;
          await sleep(random() * 12); // preparing: many are claimed but have not passed the fence when the pause comes
          await context.fence(passage).finally(() => {
            preparing -= 1;
          });
        },
      }),
  });
  const publisher = await startPublisher({
    db,
    networks: { telegram: stage.network },
    files: stage.worker.engine.outside.files,
    openCredentials: () => ({}),
    log: () => {},
    concurrency: 50,
  });
  try {
    for (const target of [
      stage.targets.everything,
      stage.targets.client,
      stage.targets.everything,
      stage.targets.client,
    ]) {
      const before = stage.feed.length;
      await until(() => stage.feed.length >= before + 20);
      await db.asAgency(stage.agencyId, (tx) =>
        pausePublishing(tx, { ...target, userId: stage.clientId, now: new Date() }),
      );
      const attempts = async () => (await db.pool.query('select from attempts')).rowCount;
      const passed = await attempts();
      // All running deliveries have ended.
      await until(async () => preparing === 0 && (await isNothingInHand(stage)));
      assert.equal(await attempts(), passed, 'an attempt was committed after the pause');
      // An outcome that is written between the preview and the decision changes the preview: a person looks again.
      await until(async () => {
        const at = new Date();
        const resumed = await db.asAgency(stage.agencyId, async (tx) => {
          const { fingerprint } = await planResume(tx, { ...target, at });
          return resumePublishing(tx, { ...target, at, choice: 'publish-now', fingerprint, now: at });
        });
        return resumed.kind === 'resumed';
      });
    }
  } finally {
    await publisher.stop();
  }
  assert.equal(new Set(stage.feed.map(({ marker }) => marker)).size, stage.feed.length, 'nothing went out twice');
  await stage.inOrder();
});
