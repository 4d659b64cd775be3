import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { testDatabase } from '#db/testing.ts';
import { instantToLocal } from '#rules/planning.ts';
import { startPublisher, type PublisherOptions } from './loop.ts';
import { aNetwork, aSchedule, statesOf } from '../testing.ts';
import { insertRound } from '../plan/rounds.ts';
import { databaseClock, type Clock } from './clock.ts';

const db = await testDatabase();
const files = {
  storage: { open: () => Promise.resolve(null), put: () => Promise.resolve(), delete: () => Promise.resolve() },
  mediaUrl: (name: string) => name,
};

async function aPublisher(
  network: ReturnType<typeof aNetwork>['network'],
  log: string[] = [],
  more: Partial<PublisherOptions> = {},
) {
  // It polls so rarely that only a notification or its own alarm can wake it.
  return startPublisher({
    db,
    ...more,
    pollSeconds: 60,
    networks: { [network.id]: network },
    files,
    openCredentials: () => ({}),
    log: (event, fields) => log.push(`${event} ${JSON.stringify(fields)}`),
  });
}

/** A schedule of one item whose first delivery is due a number of milliseconds from now (by the database's clock). */
async function dueIn(milliseconds: number, given?: Clock) {
  const clock = given ?? (await databaseClock(db.pool));
  const dueAt = new Date(clock.now().getTime() + milliseconds);
  const schedule = await aSchedule(db, { origin: '2099-01-01 00:00' });
  await db.asAgency(schedule.agencyId, (tx) =>
    insertRound(tx, {
      ...schedule,
      round: 2,
      now: clock.now(),
      plan: [{ position: 0, step: 1, localAt: instantToLocal(dueAt, 'UTC'), dueAt }],
    }),
  );
  return { ...schedule, dueAt };
}

test('a running worker posts a delivery that is planned while it sleeps, neither early nor late', async () => {
  const { network, feed } = aNetwork();
  const arrivals: Date[] = [];
  // One clock for both, because two that are measured on a busy machine differ.
  const clock = await databaseClock(db.pool);
  const publish = network.publish.bind(network);
  network.publish = (content, account, context) => {
    arrivals.push(clock.now());
    return publish(content, account, context);
  };
  const log: string[] = [];
  const publisher = await aPublisher(network, log, { clock });
  const { dueAt } = await dueIn(300, clock);
  await until(() => feed.length === 1);
  await publisher.stop();
  const late = Number(arrivals[0]) - dueAt.getTime();
  // The bench measures the delay; in this test a busy machine must not cause a failure.
  assert.ok(late >= 0 && late < 10_000, `${late} ms late`);
  assert.deepEqual(log, []);
});

test('a stopped worker finishes what it is sending and claims no other delivery', async () => {
  const { network, feed, script } = aNetwork();
  let started = false;
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  script.push(async (context, post) => {
    await context.fence({ payload: '' });
    started = true;
    await gate;
    return post();
  });
  const publisher = await aPublisher(network);
  const { scheduleId } = await dueIn(0);
  await until(() => started);
  const stopped = publisher.stop();
  const later = await dueIn(0);
  go();
  await stopped;
  assert.equal(feed.length, 1);
  assert.ok((await statesOf(db, scheduleId)).includes('published'));
  assert.deepEqual(await statesOf(db, later.scheduleId), ['scheduled', 'scheduled']);
});

test('a publish beyond the grace period is aborted, and is uncertain if it had passed the fence', async () => {
  const { network, script, feed } = aNetwork();
  let started = false;
  script.push(async (context) => {
    await context.fence({ payload: '' });
    started = true;
    return new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  });
  await db.pool.query(`delete from agencies`);
  const publisher = await aPublisher(network);
  const { scheduleId } = await dueIn(0);
  await until(() => started);
  await publisher.stop({ graceSeconds: 0.05 });
  assert.deepEqual([(await statesOf(db, scheduleId)).sort(), feed.length], [['scheduled', 'uncertain'], 0]);
});

test('a worker claims a quarter more than its slots, and returns the unsent ones when it stops', async () => {
  await db.pool.query(`delete from agencies`);
  const { network, feed, script } = aNetwork();
  let sending = 0;
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  for (let index = 0; index < 4; index += 1) {
    script.push(async (context, post) => {
      await context.fence({ payload: '' });
      sending += 1;
      await gate;
      return post();
    });
  }
  const clock = await databaseClock(db.pool);
  const { scheduleId } = await aSchedule(db, {
    accounts: 8,
    origin: instantToLocal(new Date(clock.now().getTime() - 60_000), 'UTC'),
  });
  const publisher = await aPublisher(network, [], { concurrency: 4 });
  await until(() => sending === 4);
  const count = async (state: string): Promise<number> =>
    (await statesOf(db, scheduleId)).filter((one) => one === state).length;
  await until(async () => (await count('claimed')) >= 1);
  assert.deepEqual([await count('sending'), await count('claimed'), await count('scheduled')], [4, 1, 3]);
  const stopped = publisher.stop();
  go();
  await stopped;
  assert.deepEqual([feed.length, await count('published'), await count('scheduled')], [4, 4, 4]);
  const { rows } = await db.pool.query(`select from social_accounts where free_at = 'infinity'`);
  assert.equal(rows.length, 0, 'no account stays held');
});
