import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { testDatabase } from '#db/testing.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { publishDelivery } from './publish.ts';
import { renewLeases } from './claim.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { runOn } from '../statements.ts';
import {
  aNetwork,
  answers,
  aWorker,
  deliveriesOf,
  posts,
  postsSilently,
  type Behaviour,
  type Planned,
} from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase({ max: 20 });

async function aCrashStage(planned: Planned = {}, network: Parameters<typeof aNetwork>[0] = {}) {
  const stage = await aStage(db, planned, { network });
  return { ...stage, worker: () => aWorker(db, { networks: stage.networks, clock: stage.clock }) };
}

/** A worker that vanishes at a point of its publish: the call that it awaits never returns. */
const vanishes = () => new Promise<never>(() => {});

test('a delivery whose worker vanishes before the fence is posted once by another worker', async () => {
  const stage = await aCrashStage();
  const [gone, other] = [stage.worker(), stage.worker()];
  assert.equal((await gone.claim()).length, 1);
  stage.clock.pass(59);
  await other.sweep();
  assert.deepEqual([await other.publishDue(), await stage.states()], [0, ['claimed']]);
  stage.clock.pass(2);
  await other.sweep();
  assert.deepEqual(await stage.states(), ['scheduled']);
  assert.equal(await other.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a delivery whose worker vanishes after posting is uncertain, found and never sent again', async () => {
  const stage = await aCrashStage({}, { canFind: true });
  const [gone, other] = [stage.worker(), stage.worker()];
  stage.script.push(async (context, post) => {
    await posts(context, post);
    return vanishes();
  });
  const [row] = await gone.claim();
  assert.ok(row);
  void publishDelivery(gone.engine, row);
  await until(() => stage.feed.length === 1);
  stage.clock.pass(61);
  await other.sweep();
  assert.deepEqual([await stage.states(), await other.publishDue()], [['uncertain'], 0]);
  stage.clock.pass(5);
  await other.settleDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a delivery whose worker vanishes between fence and request is uncertain, then sent once more', async () => {
  const stage = await aCrashStage({}, { canFind: true });
  const [gone, other] = [stage.worker(), stage.worker()];
  let fenced = false;
  stage.script.push(async (context) => {
    await context.fence({ payload: '' });
    fenced = true;
    return vanishes();
  });
  const [row] = await gone.claim();
  assert.ok(row);
  void publishDelivery(gone.engine, row);
  await until(() => fenced);
  stage.clock.pass(61);
  await other.sweep();
  for (const seconds of [5, 25, 90, 480, 1200]) {
    stage.clock.pass(seconds);
    await other.settleDue();
  }
  assert.equal(await other.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a delivery whose worker vanishes right after storing the network’s id is published', async () => {
  const stage = await aCrashStage();
  const [gone, other] = [stage.worker(), stage.worker()];
  const [row] = await gone.claim();
  assert.ok(row);
  void publishDelivery({ ...gone.engine, records: { ...gone.engine.records, finish: vanishes } }, row);
  await until(async () => (await deliveriesOf(db, stage.scheduleId))[0]?.post_id === '1');
  stage.clock.pass(61);
  await other.sweep();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a frozen worker whose lease expired is refused at the fence', async () => {
  const stage = await aCrashStage();
  const [frozen, other] = [stage.worker(), stage.worker()];
  const [row] = await frozen.claim();
  assert.ok(row);
  stage.clock.pass(61);
  await publishDelivery(frozen.engine, row);
  assert.equal(stage.feed.length, 0);
  await other.sweep();
  await other.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a worker frozen beyond its lease between the fence and the request sends nothing', async () => {
  const stage = await aCrashStage();
  const [{ engine, claim }, other] = [stage.worker(), stage.worker()];
  const [row] = await claim();
  assert.ok(row);
  const passFence: typeof engine.records.passFence = async (passage) => {
    const attemptId = await engine.records.passFence(passage);
    stage.clock.pass(61);
    await other.sweep();
    return attemptId;
  };
  await publishDelivery({ ...engine, records: { ...engine.records, passFence } }, row);
  assert.deepEqual([await stage.states(), stage.feed.length], [['uncertain'], 0]);
});

test('a worker frozen beyond its lease cannot store its outcome, but its post is remembered', async () => {
  const stage = await aCrashStage({}, { canFind: true });
  const [frozen, other] = [stage.worker(), stage.worker()];
  stage.script.push(async (context, post) => {
    const outcome = await posts(context, post);
    stage.clock.pass(61);
    await other.sweep();
    return outcome;
  });
  await frozen.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain']);
  stage.found.push({ kind: 'absent' });
  await other.settleDue();
  assert.deepEqual([await stage.states(), stage.feed.length, stage.found.length], [['published'], 1, 1]);
});

test('a delivery whose worker vanishes while it renews refused credentials is sent by another worker', async () => {
  const stage = await aCrashStage();
  let renews = false;
  const renewals = {
    fresh: () => {
      renews = true;
      return vanishes();
    },
    worked: () => Promise.resolve(),
  };
  const gone = aWorker(db, { networks: stage.networks, clock: stage.clock, renewals });
  stage.script.push(async (context) => {
    await context.fence({ payload: '' });
    return { kind: 'unauthorized', message: 'Unauthorized' };
  });
  const [row] = await gone.claim();
  assert.ok(row);
  void publishDelivery(gone.engine, row);
  await until(() => renews);
  stage.clock.pass(61);
  const other = stage.worker();
  await other.sweep();
  assert.deepEqual(await stage.states(), ['scheduled'], 'a refused attempt has published nothing');
  assert.equal(await other.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a lost post whose attempt is archived is not searched for', async () => {
  const stage = await aCrashStage({}, { canFind: true });
  const worker = stage.worker();
  stage.script.push(postsSilently);
  await worker.publishDue();
  await db.pool.query('delete from attempts');
  stage.found.push({ kind: 'absent' });
  stage.clock.pass(5);
  assert.equal(await worker.settleDue(), 1);
  assert.deepEqual([await stage.states(), stage.found.length], [['uncertain'], 1]);
});

test('a worker that renews its lease keeps its deliveries', async () => {
  const stage = await aCrashStage();
  const [slow, other] = [stage.worker(), stage.worker()];
  const [row] = await slow.claim();
  assert.ok(row);
  for (let third = 0; third < 6; third += 1) {
    stage.clock.pass(20);
    await renewLeases(runOn(db.pool), {
      worker: slow.engine.worker,
      leaseUntil: slow.engine.leaseUntil(),
      ids: [row.id],
    });
    await other.sweep();
  }
  await publishDelivery(slow.engine, row);
  assert.deepEqual(await stage.states(), ['published']);
});

test('a renewal that waits for a locked delivery holds no other lock, so that it blocks nobody', async () => {
  const stage = await aCrashStage({ accounts: 2 });
  const { engine, claim } = stage.worker();
  const ids = (await claim()).map(({ id }) => id).toSorted((one, other) => Number(one) - Number(other));
  assert.equal(ids.length, 2);
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query('select from deliveries where id = $1 for update', [ids[1]]);
  const leaseUntil = new Date('2040-01-01T00:00:00Z');
  const renewed = renewLeases(runOn(db.pool), { worker: engine.worker, leaseUntil, ids });
  await waitsForLock(db, renewed);
  await other.query('update deliveries set claim = claim where id = $1', [ids[0]]);
  await other.query('commit');
  other.release();
  await renewed;
  const { rows } = await db.pool.query('select from deliveries where lease_until = $1', [leaseUntil]);
  assert.equal(rows.length, 2);
});

test('a delivery that crashes every worker preparing it fails after five tries', async () => {
  const stage = await aCrashStage();
  for (let round = 0; round < 30 && !(await stage.states()).includes('failed'); round += 1) {
    await stage.worker().claim();
    stage.clock.pass(120);
    await stage.worker().sweep();
  }
  assert.deepEqual(await stage.states(), ['failed']);
});

test('several workers share due deliveries: each is published once, one at a time per account', async () => {
  const stage = await aCrashStage({ items: 8, accounts: 12, frequency: 'hourly' });
  stage.clock.pass(8 * 3600);
  const running = new Map<string, number>();
  const overlaps: string[] = [];
  const publish = stage.network.publish.bind(stage.network);
  stage.network.publish = async (content, account, context) => {
    if (running.get(account.externalId)) overlaps.push(account.externalId);
    running.set(account.externalId, 1);
    try {
      return await publish(content, account, context);
    } finally {
      running.delete(account.externalId);
    }
  };
  const workers = [stage.worker(), stage.worker(), stage.worker()];
  await Promise.all(
    workers.map(async (worker) => {
      while (stage.feed.length < 96) await worker.publishDue();
    }),
  );
  assert.deepEqual(overlaps, []);
  assert.equal(new Set(stage.feed.map(({ account, title }) => `${account} ${title}`)).size, 96);
  assert.equal(stage.feed.length, 96);
  for (const account of new Set(stage.feed.map((post) => post.account))) {
    assert.deepEqual(
      stage.feed.filter((post) => post.account === account).map(({ title }) => title),
      Array.from({ length: 8 }, (_, k) => `item ${k + 1}`),
    );
  }
  assert.ok((await stage.states()).every((state) => state === 'published'));
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

const lostInside: readonly [string, Behaviour][] = [
  ['uncertain', postsSilently],
  ['processing', answers({ kind: 'processing', ticket: { id: '1' }, checkAfterSeconds: 5 })],
];
for (const [state, behaviour] of lostInside) {
  test(`a ${state} post of a deleted account is left to a person, and its network is not contacted`, async () => {
    const stage = await aCrashStage({}, { canFind: true });
    const worker = aWorker(db, {
      networks: stage.networks,
      clock: stage.clock,
      openCredentials: ({ credentials }) => {
        assert.equal(credentials, 'sealed', 'only these credentials are decrypted');
        return {};
      },
    });
    stage.script.push(behaviour);
    await worker.publishDue();
    assert.deepEqual(await stage.states(), [state]);
    await db.pool.query(`update social_accounts set deleted_at = $1, credentials = ''`, [stage.clock.now()]);
    stage.clock.pass(5);
    await worker.settleDue();
    const [delivery] = await deliveriesOf(db, stage.scheduleId);
    assert.deepEqual(
      [delivery?.state, delivery?.message, worker.events],
      ['uncertain', deliveryMessages.askPerson, []],
    );
    stage.clock.pass(86_400);
    assert.equal(await worker.settleDue(), 0);
  });
}
