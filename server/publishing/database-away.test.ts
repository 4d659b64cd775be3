import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'vitest';
import { mostIdleSeconds, openDatabase } from '#db/database.ts';
import { until } from '#db/testing-until.ts';
import { testDatabase } from '#db/testing.ts';
import { isAway } from './database-away.ts';
import { inTransaction, openEnginePool } from './statements.ts';
import { statement } from './statement.ts';

const before = statement({ name: 'test-before', columns: {}, text: 'select' });
const after = statement({ name: 'test-after', columns: {}, text: 'select' });
const rest = statement({
  name: 'test-rest',
  columns: { pid: 'int', setting: 'text' },
  text: `select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '50ms', true) as setting`,
});

test('a silent database counts as away, inside a transaction and outside, and is found again', async () => {
  const { url } = await testDatabase();
  await using silence = await openSilence(Number(new URL(url).port));
  const db = openDatabase(Object.assign(new URL(url), { port: String(silence.port) }).href);
  const patienceMs = 1000;
  const pool = openEnginePool(db.pool, { max: 1, durable: true, patienceMs });
  // On a busy machine an answer may take longer than this limit.
  const isThere = () => pool.query('select 1').then(({ rows }) => rows.length === 1, falseIfAway);
  try {
    await until(isThere);
    silence.set(true);
    await assert.rejects(pool.query('select 1'), isAway);
    silence.set(false);
    const began = performance.now();
    const inTheMiddle = inTransaction(pool, async (run) => {
      await run(before, []);
      silence.set(true);
      await run(after, []);
    });
    await assert.rejects(inTheMiddle, isAway);
    assert.ok(performance.now() - began < 5 * patienceMs, 'it gets no further statement');
    silence.set(false);
    await until(isThere);
  } finally {
    await pool.end();
    await db.close();
  }
});

test('a transaction that the server ended for idling counts as lost with its connection', async () => {
  const db = await testDatabase();
  const pool = openEnginePool(db.pool, { max: 1, durable: true });
  try {
    const { rows } = await pool.query<{ setting: string }>(
      "select current_setting('idle_in_transaction_session_timeout') as setting",
    );
    assert.equal(rows[0]?.setting, `${mostIdleSeconds}s`);
    const resting = inTransaction(pool, async (run) => {
      const [own] = await run(rest, []);
      await until(
        async () => (await db.pool.query('select from pg_stat_activity where pid = $1', [own?.pid])).rowCount === 0,
      );
      await run(after, []);
    });
    await assert.rejects(resting, isAway);
    assert.ok(
      isAway(Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' })),
      'reported in answer to a statement',
    );
    assert.equal((await pool.query('select 1')).rows.length, 1, 'the pool has another connection');
  } finally {
    await pool.end();
  }
});

/** Returns false if the database is away; throws any other error. */
function falseIfAway(error: unknown): false {
  if (!isAway(error)) throw error;
  return false;
}

/** A proxy to a port of this machine that can stop passing data while its connections stay open. */
async function openSilence(target: number): Promise<{ port: number; set(isSilent: boolean): void } & AsyncDisposable> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const set = ([left, right]: readonly [Socket, Socket]): void => {
    if (isSilent) {
      left.unpipe(right).pause();
      right.unpipe(left).pause();
    } else {
      left.pipe(right);
      right.pipe(left);
    }
  };
  const server = createServer((left) => {
    const right = connect(target, '127.0.0.1');
    const pair = [left, right] as const;
    pairs.add(pair);
    for (const socket of pair)
      socket
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair);
          for (const other of pair) other.destroy();
        });
    set(pair);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return {
    port: address.port,
    set: (silent) => {
      isSilent = silent;
      for (const pair of pairs) set(pair);
    },
    [Symbol.asyncDispose]: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
