/** A lease tolerates late timers: a worker that is still working keeps its delivery. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { testDatabase } from '#db/testing.ts';
import type { Run } from '../statements.ts';
import { fenceOf } from './fence.ts';
import type { Timers } from './timers.ts';
import { startPublisher } from './loop.ts';
import { aClock, aNetwork, aSchedule, aWorker, statesOf } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase({ max: 20 });

/** Repeated timers that the test fires, each a number of seconds late; single ones are the process's own. */
function lateTimers({ lateSeconds }: { lateSeconds: number }) {
  const repeated: { every: number; next: number; call: () => void }[] = [];
  const timers: Timers = {
    after: (milliseconds, call) => {
      const timer = setTimeout(call, Math.min(milliseconds, 20)).unref();
      return () => {
        clearTimeout(timer);
      };
    },
    every: (milliseconds, call) => {
      const timer = { every: milliseconds / 1000, next: milliseconds / 1000, call };
      repeated.push(timer);
      return () => {
        repeated.splice(repeated.indexOf(timer), 1);
      };
    },
  };
  const moveTo = (second: number): void => {
    for (const timer of repeated) {
      while (timer.next + lateSeconds <= second) {
        timer.next += timer.every;
        timer.call();
      }
    }
  };
  return { timers, moveTo };
}

test('a publish longer than the lease stays with its worker although its timers are late', async () => {
  const clock = aClock();
  const { network, feed, script } = aNetwork();
  const passed = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  script.push(async (context, post) => {
    await context.fence({ payload: 'words' });
    passed.resolve(undefined);
    await gate.promise;
    return post();
  });
  const { scheduleId } = await aSchedule(db);
  const { timers, moveTo } = lateTimers({ lateSeconds: 10 });
  const { files } = aWorker(db, { networks: {}, clock }).engine.outside;
  const publisher = await startPublisher({
    db,
    networks: { telegram: network },
    clock,
    files,
    openCredentials: () => ({}),
    log: () => {},
    leaseSeconds: 60,
    publishLimitSeconds: 1e6,
    // In this test no timer aborts a publish, only the other worker.
    timers: {
      ...timers,
      after: (milliseconds, call) => (milliseconds > 60_000 ? () => {} : timers.after(milliseconds, call)),
    },
  });
  const other = aWorker(db, { networks: { telegram: network }, clock });
  await passed.promise;
  for (let second = 15; second <= 180; second += 15) {
    clock.pass(15);
    moveTo(second);
    await until(async () => (await leaseOf(scheduleId)) > clock.now(), { what: `a lease after ${second} s` });
    await other.sweep();
    assert.deepEqual(await statesOf(db, scheduleId), ['sending'], `after ${second} s`);
  }
  gate.resolve(undefined);
  await until(async () => (await statesOf(db, scheduleId))[0] === 'published');
  await publisher.stop();
  assert.equal(feed.length, 1);
});

test('a late report of a post restarts the reads of its own delivery, at once, while that is uncertain', async () => {
  const { worker, clock } = await aStage(db, { accounts: 3 });
  const { engine, claim } = worker;
  const rows = await claim();
  const ids = rows.map(({ id }) => id);
  await db.pool.query(
    `update deliveries set worker = 'other', next_at = $2, settle_reads = 4,
       state = case id when $1 then 'failed' else 'uncertain' end`,
    [ids[1], new Date(0)],
  );
  const outcome = { kind: 'published', postId: '7', postUrl: null } as const;
  for (const row of rows.slice(0, 2))
    await engine.records.finish({ row, from: 'sending', attemptId: null, conclusion: { kind: 'outcome', outcome } });
  const { rows: stored } = await db.pool.query(
    'select next_at as at, settle_reads as reads from deliveries order by id',
  );
  assert.deepEqual(stored, [
    { at: clock.now(), reads: 0 },
    { at: new Date(0), reads: 4 },
    { at: new Date(0), reads: 4 },
  ]);
});

test('passages of the fence that share a commit are judged at the latest of their instants', async () => {
  const seen: unknown[] = [];
  const run: Run = (_statement, values) => {
    seen.push(values?.slice(4, 6));
    return Promise.resolve([]);
  };
  const passFence = fenceOf(run, 'worker');
  const at = [1, 3, 2].map((second) => ({ now: new Date(second), leaseUntil: new Date(second + 60) }));
  await Promise.all(
    at.map((instants, index) =>
      passFence({ deliveryId: String(index), claim: 1, fingerprint: '', remoteIds: {}, ...instants }),
    ),
  );
  assert.deepEqual(seen, [[new Date(3), new Date(63)]]);
});

async function leaseOf(scheduleId: string): Promise<Date> {
  const { rows } = await db.pool.query<{ lease_until: Date | null }>(
    'select lease_until from deliveries where schedule_id = $1',
    [scheduleId],
  );
  return rows[0]?.lease_until ?? new Date(0);
}
