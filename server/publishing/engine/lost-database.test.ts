import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { until } from '#db/testing-until.ts';
import { testDatabase } from '#db/testing.ts';
import { claimDue, renewLeases } from './claim.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { startPublisher, type PublisherOptions } from './loop.ts';
import { runOn } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, answers, statesOf } from '../testing.ts';

const db = await testDatabase({ max: 20 });
const files = {
  storage: { open: () => Promise.resolve(null), put: () => Promise.resolve(), delete: () => Promise.resolve() },
  mediaUrl: (name: string) => name,
};

/** Cuts the connection that waits to store an outcome, and returns once it is closed. */
async function cutWaiting(): Promise<void> {
  const [pid] = await waitsForLock(db, new Promise(() => {}), { statement: '%given%' });
  await db.pool.query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await db.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0);
}

const aPublisher = (network: ReturnType<typeof aNetwork>['network'], options: Partial<PublisherOptions> = {}) =>
  startPublisher({
    db,
    networks: { [network.id]: network },
    files,
    openCredentials: () => ({}),
    log: () => {},
    ...options,
  });

/** Plans one delivery that has been due for a while, in a database without others. */
async function dueNow() {
  await db.pool.query('delete from agencies');
  const { rows } = await db.pool.query<{ local: string }>(
    `select to_char(now() at time zone 'UTC' - interval '5 minutes', 'YYYY-MM-DD HH24:MI') as local`,
  );
  return aSchedule(db, { origin: rows[0]?.local ?? '' });
}

test('an outcome whose connection ends while it is stored is stored by the next connection', async () => {
  const { network, feed, script } = aNetwork();
  const locker = await db.pool.connect();
  script.push(async (context, post) => {
    await context.fence({ payload: '' });
    await locker.query('begin');
    await locker.query('select from deliveries for update');
    return post();
  });
  const { scheduleId } = await dueNow();
  const publisher = await aPublisher(network);
  await cutWaiting();
  await cutWaiting();
  await locker.query('commit');
  locker.release();
  await until(async () => (await statesOf(db, scheduleId)).includes('published'));
  await publisher.stop();
  assert.equal(feed.length, 1);
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('an outcome is stored, however often the database ends its transaction in favour of another one', async () => {
  const { scheduleId } = await dueNow();
  await db.pool.query(`
    create sequence deadlocks;
    create function break_often() returns trigger language plpgsql as $$
    begin
      if new.state = 'published' and nextval('deadlocks') <= 12 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return new;
    end $$;
    create trigger deadlock before update on deliveries for each row execute function break_often()`);
  const { network, feed } = aNetwork();
  const broken: string[] = [];
  const publisher = await aPublisher(network, { log: (event) => void broken.push(event) });
  await until(async () => (await statesOf(db, scheduleId)).includes('published'));
  await publisher.stop();
  await db.pool.query('drop trigger deadlock on deliveries');
  assert.deepEqual([feed.length, broken], [1, []]);
});

test('deliveries claimed in a living worker’s name but unknown to it are taken over after the lease', async () => {
  const { scheduleId } = await dueNow();
  const { network, feed } = aNetwork();
  let stolen = false;
  const publisher = await aPublisher(network, {
    leaseSeconds: 1,
    // The claim is committed, but its answer is lost, so this worker does not know of it.
    log: (event) => {
      stolen ||= event === 'lease-ran-out';
    },
  });
  await until(async () => (await statesOf(db, scheduleId)).includes('published'));
  await db.pool.query(
    `update deliveries set state = 'claimed', lease_until = now() + interval '1 second',
       worker = (select worker from attempts limit 1), finished_at = null, published_at = null, first_tried_at = now()`,
  );
  await db.pool.query(`update social_accounts set free_at = 'infinity'`);
  await until(() => feed.length === 2);
  await publisher.stop();
  assert.deepEqual([await statesOf(db, scheduleId), stolen], [['published'], true]);
});

test('an outcome that the database refuses is recorded by the worker that takes the delivery over', async () => {
  const { scheduleId } = await dueNow();
  await db.pool.query(`
    create sequence refusals;
    create function refuse_once() returns trigger language plpgsql as $$
    begin
      if new.state = 'published' and nextval('refusals') = 1 then raise exception 'refused'; end if;
      return new;
    end $$;
    create trigger refuse before update on deliveries for each row execute function refuse_once()`);
  const { network, feed } = aNetwork();
  const publisher = await aPublisher(network, { leaseSeconds: 1 });
  await until(async () => (await statesOf(db, scheduleId)).includes('published'));
  await publisher.stop();
  await db.pool.query('drop trigger refuse on deliveries');
  assert.equal(feed.length, 1);
});

test('a worker renews the leases only of deliveries that it is working on', async () => {
  await db.pool.query('delete from agencies');
  await aSchedule(db, { accounts: 2 });
  const clock = aClock();
  const { network } = aNetwork();
  const { engine, claim } = aWorker(db, { networks: { telegram: network }, clock });
  const [mine, lost] = await claim();
  assert.ok(mine && lost);
  clock.pass(30);
  await renewLeases(runOn(db.pool), { worker: engine.worker, leaseUntil: engine.leaseUntil(), ids: [mine.id] });
  const { rows } = await db.pool.query<{ id: string }>('select id from deliveries where lease_until > $1', [
    new Date(clock.now().getTime() + 45_000),
  ]);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [mine.id],
  );
});

test('a process never takes over a delivery that it is still working on, even after its lease expires', async () => {
  await db.pool.query('delete from agencies');
  const { scheduleId } = await aSchedule(db);
  const clock = aClock();
  const { network, feed } = aNetwork();
  const hands: string[] = [];
  const worker = aWorker(db, { networks: { telegram: network }, clock, atWork: () => hands });
  const [row] = await worker.claim();
  assert.ok(row);
  hands.push(row.id);
  clock.pass(120);
  await worker.sweep();
  assert.deepEqual(await statesOf(db, scheduleId), ['claimed']);
  hands.pop();
  await worker.sweep();
  assert.deepEqual([await statesOf(db, scheduleId), feed.length], [['scheduled'], 0]);
});

test('a network’s text that PostgreSQL cannot store is cleaned and spoils no other outcome', async () => {
  await db.pool.query('delete from agencies');
  const { scheduleId } = await aSchedule(db, { accounts: 3 });
  const { network, script } = aNetwork();
  script.push(answers({ kind: 'rejected', message: 'no\u0000 thanks\ud800' }));
  const worker = aWorker(db, { networks: { telegram: network }, clock: aClock() });
  await worker.publishDue();
  assert.deepEqual((await statesOf(db, scheduleId)).toSorted(), ['failed', 'published', 'published']);
  const { rows } = await db.pool.query<{ message: string }>(`select message from deliveries where state = 'failed'`);
  assert.deepEqual(rows, [{ message: 'no thanks\ufffd' }]);
});

test('ids that PostgreSQL cannot store stop no other passage of the fence', async () => {
  await db.pool.query('delete from agencies');
  const { scheduleId } = await aSchedule(db, { accounts: 3 });
  const { network, script } = aNetwork();
  script.push(async (context, post) => {
    await context.remember({ file: 'a\u0000b' });
    await context.fence({ payload: '', remoteIds: { post: '\udc00' } });
    return post();
  });
  const clock = aClock();
  const worker = aWorker(db, { networks: { telegram: network }, clock });
  await worker.publishDue();
  assert.deepEqual(await statesOf(db, scheduleId), ['published', 'published', 'published']);
});

test('no claim is sent to the database while no network has room', async () => {
  const clock = aClock();
  assert.deepEqual(
    await claimDue(runOn(db.pool), {
      worker: 'w',
      now: clock.now(),
      leaseUntil: clock.now(),
      limit: 10,
      rooms: new Map([['telegram', 0]]),
    }),
    [],
  );
});
