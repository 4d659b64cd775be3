import assert from 'node:assert/strict';
import { test } from 'vitest';
import { whenDone } from './testing-ends.ts';
import { openListener } from './listener.ts';
import { openPool } from './pool.ts';
import { openSilence } from './testing-silence.ts';
import { until } from './testing-until.ts';
import { testDatabase } from './testing.ts';

const { url } = await testDatabase();
/** Short enough for a test; the server gets a minute to answer, however busy this machine is. */
const patience = { silentMs: 250, answerMs: 60_000 };

test('a statement that another server has never seen fails, and the pool connects to that server', async () => {
  await using silence = await openSilence(url);
  const pool = openPool({ connectionString: silence.url, max: 1 }, patience);
  whenDone(() => pool.end());
  await pool.query('select 1');
  silence.set('moved');
  await assert.rejects(pool.query('select 1'), /^Error: Connection terminated/);
  assert.equal((await pool.query('select 1')).rowCount, 1);
});

test('a statement whose answer was lost fails, though its session is still there', async () => {
  await using silence = await openSilence(url);
  const pool = openPool({ connectionString: silence.url, max: 1 }, patience);
  whenDone(() => pool.end());
  const client = await pool.connect();
  await client.query('begin');
  silence.set('moved');
  await assert.rejects(client.query('select 1'), /^Error: Connection terminated/);
  client.release();
});

test('a statement that the server still works on is waited for, and an idle transaction is left alone', async () => {
  const pool = openPool({ connectionString: url, max: 3, application_name: 'long' }, patience);
  whenDone(() => pool.end());
  const [holder, waiter] = [await pool.connect(), await pool.connect()];
  await holder.query('begin; select pg_advisory_xact_lock(20)');
  const waiting = waiter.query('select pg_advisory_xact_lock(20)');
  const asked = new Set<string>();
  await until(async () => {
    const { rows } = await pool.query<{ asked: string }>(
      `select pid || backend_start::text as asked from pg_stat_activity
       where application_name = 'long' and query like 'select pid from pg_stat_activity%'`,
    );
    for (const row of rows) asked.add(row.asked);
    return asked.size >= 2;
  });
  await holder.query('commit');
  assert.equal((await waiting).rowCount, 1);
  holder.release();
  waiter.release();
});

test('a server that answers nothing loses its idle connections as well', async () => {
  await using silence = await openSilence(url);
  const pool = openPool({ connectionString: silence.url, max: 2 }, { silentMs: 250, answerMs: 500 });
  whenDone(() => pool.end());
  const both = [await pool.connect(), await pool.connect()];
  for (const client of both) client.release();
  silence.set('silent');
  await assert.rejects(pool.query('select 1'), /^Error: Connection terminated/);
  await until(() => pool.totalCount === 0);
});

test('listeners hear again after their server has vanished silently', async () => {
  await using silence = await openSilence(url);
  const listener = openListener(silence.url, 'silent', 250);
  whenDone(() => listener.close());
  const heard: string[] = [];
  await listener.listen('news', (payload) => heard.push(payload));
  silence.set('moved');
  await until(() => heard.includes(''), { what: 'the restored connection' });
});
