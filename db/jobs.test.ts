import assert from 'node:assert/strict';
import { PgBoss } from 'pg-boss';
import { describe, test, type TestContext } from 'vitest';
import type { Database } from './database.ts';
import { enqueue, listLiveJobs, startJobs, stopJobs, type JobData, type JobHandler, type JobSettings } from './jobs.ts';
import { testDatabase } from './testing.ts';

describe('a job', () => {
  test('a job runs with its data once the transaction that wrote it commits', async (t) => {
    const db = await testDatabase();
    const { done } = await aWorker(t, db);
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }));
    assert.deepEqual(await done(1), [{ id: '7' }]);
  });

  test('a job never runs if its transaction is rolled back', async (t) => {
    const db = await testDatabase();
    const { done } = await aWorker(t, db);
    await assert.rejects(
      db.asSystem(async (tx) => {
        await enqueue(tx, 'paint', { id: 'undone' });
        throw new Error('changed my mind');
      }),
    );
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: 'kept' }));
    assert.deepEqual(await done(1), [{ id: 'kept' }]);
  });

  test('a job can be written before any worker has ever started', async (t) => {
    const db = await testDatabase();
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: 'early' }));
    const { done } = await aWorker(t, db);
    assert.deepEqual(await done(1), [{ id: 'early' }]);
  });

  test('a job can be written in the transaction of an agency', async (t) => {
    const db = await testDatabase();
    const { done } = await aWorker(t, db);
    await db.asAgency('1', (tx) => enqueue(tx, 'paint', { id: '7' }));
    assert.deepEqual(await done(1), [{ id: '7' }]);
  });

  test('a job is not added while another with its key waits; the earlier start of the two counts', async () => {
    const db = await testDatabase();
    const [later, sooner] = [new Date('2100-01-02T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
    for (const startAfter of [later, sooner, later])
      await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }, { singletonKey: 'wall', startAfter }));
    assert.deepEqual((await db.pool.query('select start_after from pgboss.job')).rows, [{ start_after: sooner }]);
  });

  test('a job without a key is added at each request', async () => {
    const db = await testDatabase();
    for (let count = 0; count < 3; count++) await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }));
    assert.deepEqual((await db.pool.query('select count(*)::int from pgboss.job')).rows, [{ count: 3 }]);
  });

  test('a job runs again after a failure, with the number of its retries', async (t) => {
    const db = await testDatabase();
    const counts: number[] = [];
    const { done } = await aWorker(t, db, {
      settings: { retryLimit: 1, retryDelaySeconds: 0 },
      handle: async (_, { retryCount }) => {
        counts.push(retryCount);
        if (retryCount === 0) throw new Error('no paint');
      },
    });
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }));
    await done(2);
    assert.deepEqual(counts, [0, 1]);
  });

  test('a job that failed for good is listed among the dead ones', async (t) => {
    const db = await testDatabase();
    const { done, jobs } = await aWorker(t, db, {
      settings: { retryLimit: 0 },
      handle: async () => {
        throw new Error('no paint');
      },
    });
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }));
    await done(1);
    await stopJobs(jobs);
    assert.deepEqual(
      (await jobs.listDead()).map(({ name, data }) => ({ name, data })),
      [{ name: 'paint', data: { id: '7' } }],
    );
  });

  test('many queued jobs do not wait for the poll', async (t) => {
    const db = await testDatabase();
    await db.asSystem(async (tx) => {
      for (let id = 0; id < 20; id++) await enqueue(tx, 'paint', { id: String(id) });
    });
    const { done } = await aWorker(t, db);
    const startedAt = Date.now();
    await done(20);
    assert.ok(Date.now() - startedAt < 15_000, 'a second for each would be twenty');
  });

  /** Six jobs of one owner, then two of another. */
  const addMany = async (db: Database): Promise<void> => {
    const add = (owner: string, before: number) =>
      db.asSystem((tx) => enqueue(tx, 'paint', { id: `${owner}${before}` }, { fairShare: { owner, before } }));
    for (let before = 0; before < 6; before++) await add('many', before);
    await add('few', 0);
    await add('few', 1);
  };

  test('a job with few of its owner before it starts before the many jobs of another owner', async (t) => {
    const db = await testDatabase();
    await addMany(db);
    const begun: string[] = [];
    const { done } = await aWorker(t, db, {
      settings: { concurrency: 1, concurrencyPerOwner: 1 },
      handle: async ({ id = '' }) => void begun.push(id),
    });
    await done(8);
    assert.deepEqual(begun.slice(0, 2).toSorted(), ['few0', 'many0']);
    assert.deepEqual(begun.slice(2, 4).toSorted(), ['few1', 'many1']);
    assert.deepEqual(begun.slice(4), ['many2', 'many3', 'many4', 'many5']);
  });

  test('jobs of different owners run in parallel, jobs of one owner one at a time', async (t) => {
    const db = await testDatabase();
    await addMany(db);
    const running = new Set<string>();
    const beside = Promise.withResolvers<null>();
    let most = 0;
    const { done } = await aWorker(t, db, {
      settings: { concurrency: 2, concurrencyPerOwner: 1 },
      handle: async ({ id = '' }) => {
        running.add(id);
        most = Math.max(most, [...running].filter((each) => each.startsWith('many')).length);
        if ([...running].some((each) => each.startsWith('few')) && running.size === 2) beside.resolve(null);
        if (id.endsWith('0')) await beside.promise;
        await new Promise((resolve) => setTimeout(resolve, 20));
        running.delete(id);
      },
    });
    await done(8);
    assert.equal(most, 1);
  });

  test('a job is listed with its data while it waits or runs, and not when it is done', async (t) => {
    const db = await testDatabase();
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }));
    const seen: JobData[][] = [await db.asSystem((tx) => listLiveJobs(tx, 'paint'))];
    const { done, jobs } = await aWorker(t, db, {
      handle: async () => void seen.push(await db.asSystem((tx) => listLiveJobs(tx, 'paint'))),
    });
    await done(1);
    await stopJobs(jobs);
    seen.push(await db.asSystem((tx) => listLiveJobs(tx, 'paint')));
    assert.deepEqual(seen, [[{ id: '7' }], [{ id: '7' }], []]);
  });

  test('a job is the same row that pg-boss itself would write', async () => {
    const db = await testDatabase();
    const startAfter = new Date('2100-01-01T00:00:00Z');
    const fairShare = { owner: '5', before: 3 };
    await db.asSystem((tx) => enqueue(tx, 'paint', { id: '7' }, { singletonKey: 'ours', startAfter, fairShare }));
    const boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => db.pool.query(text, values) },
      supervise: false,
      schedule: false,
      migrate: false,
    });
    await boss.start();
    const theirs = { singletonKey: 'theirs', startAfter, priority: -fairShare.before, group: { id: fairShare.owner } };
    await boss.send('paint', { id: '7' }, theirs);
    await boss.stop({ graceful: false, close: false });
    const { rows } = await db.pool.query<{ job: unknown }>(
      "select to_jsonb(job) - 'id' - 'created_on' - 'singleton_key' as job from pgboss.job order by singleton_key",
    );
    assert.equal(rows.length, 2);
    assert.deepEqual(rows[0], rows[1]);
  });
});

describe('the start of the workers', () => {
  test('the start refuses a job without a handler and a handler without a job', async () => {
    const db = await testDatabase();
    const onError = (): void => {
      /* no job runs */
    };
    const jobs: Record<string, JobSettings> = { paint: {} };
    await assert.rejects(startJobs(db, { jobs, handlers: {}, onError }), /jobs without a handler: paint/);
    const handlers = {
      paint: async () => {
        /* never runs */
      },
      sand: async () => {
        /* never runs */
      },
    };
    await assert.rejects(startJobs(db, { jobs, handlers, onError }), /handlers without a job: sand/);
  });

  test("the start keeps only the schedules of today's jobs", async (t) => {
    const db = await testDatabase();
    const before = await aWorker(t, db, { settings: { cron: '0 3 * * *' } });
    await stopJobs(before.jobs);
    assert.deepEqual((await db.pool.query('select name, cron, timezone from pgboss.schedule')).rows, [
      { name: 'paint', cron: '0 3 * * *', timezone: 'UTC' },
    ]);
    await aWorker(t, db);
    assert.deepEqual((await db.pool.query('select name from pgboss.schedule')).rows, []);
  });
});

/** Workers for the job `paint`; `done(n)` waits until n runs are over and answers the data of all so far. */
async function aWorker(
  t: TestContext,
  db: Database,
  { settings = {}, handle }: { settings?: JobSettings; handle?: JobHandler } = {},
) {
  const seen: JobData[] = [];
  const waiting: { count: number; resolve: (all: JobData[]) => void }[] = [];
  const jobs = await startJobs(db, {
    jobs: { paint: settings },
    handlers: {
      paint: async (data, context) => {
        try {
          await handle?.(data, context);
        } finally {
          seen.push(data);
          for (const { count, resolve } of waiting) if (seen.length >= count) resolve(seen);
        }
      },
    },
    onError: () => {
      /* the tests check the outcome */
    },
  });
  t.onTestFinished(() => stopJobs(jobs));
  const done = (count: number): Promise<JobData[]> => {
    const { promise, resolve } = Promise.withResolvers<JobData[]>();
    waiting.push({ count, resolve });
    if (seen.length >= count) resolve(seen);
    return promise;
  };
  return { jobs, done };
}
