import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mostIdleSeconds, openDatabase } from '#db/database.ts';
import { until } from '#db/testing-until.ts';
import { openSilence } from '#db/testing-silence.ts';
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
  await using silence = await openSilence(url);
  const db = openDatabase(silence.url);
  const pool = openEnginePool(db.pool, { max: 1, durable: true, patience: { silentMs: 250, answerMs: 500 } });
  // On a busy machine an answer may take longer than this limit.
  const isThere = () => pool.query('select 1').then(({ rows }) => rows.length === 1, falseIfAway);
  try {
    await until(isThere);
    silence.set('silent');
    await assert.rejects(pool.query('select 1'), isAway);
    silence.set('open');
    const inTheMiddle = inTransaction(pool, async (run) => {
      await run(before, []);
      silence.set('silent');
      await run(after, []);
    });
    await assert.rejects(inTheMiddle, isAway);
    silence.set('open');
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
