/** What storing an outcome changes, and what it leaves as it is: one condition of its statements at a time. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import type { DeliveryOutcome } from '#rules/delivery.ts';
import type { Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase();
const now = '2026-06-01T12:00:00Z';
const at = (seconds: number): Date => new Date(Date.parse(now) + seconds * 1000);
type Row = { id: string; account_id: string; state: string; status: string; next_at: Date; free_at: Date };
const change = (what: string, values: unknown[] = []) => db.pool.query<Row>(what, values);

/** Deliveries that a worker has claimed and begun to send; `end` stores an outcome of one of them. */
async function begun(planned: Planned) {
  const stage = await aStage(db, planned);
  const { engine, claim } = stage.worker;
  const rows = await claim();
  const [row] = rows;
  assert.ok(row);
  const attempts = await Promise.all(
    rows.map(({ id, claim: number }) =>
      engine.records.passFence({
        deliveryId: id,
        claim: number,
        fingerprint: '',
        remoteIds: {},
        now: stage.clock.now(),
        leaseUntil: engine.leaseUntil(),
      }),
    ),
  );
  const end = (outcome: DeliveryOutcome, from: 'sending' | 'claimed' = 'sending') =>
    engine.records.finish({ row, from, attemptId: attempts[0] ?? null, conclusion: { kind: 'outcome', outcome } });
  return { ...stage, row, rows, engine, attempts, end };
}

const rateLimited = (scope: 'account' | 'app', seconds: number, more: { isGuess?: boolean } = {}) =>
  ({ kind: 'rateLimited', retryAfterSeconds: seconds, scope, message: 'later', ...more }) as const;

test('an outcome is recorded for its own attempt, and an abandoned try for none', async () => {
  const outcomes = async () =>
    (await change('select outcome from attempts order by delivery_id')).rows.map((row) => Object.values(row)[0]);
  const { end } = await begun({ accounts: 2 });
  await end({ kind: 'abandoned', message: '' });
  assert.deepEqual(await outcomes(), [null, null]);
  await change("update deliveries set state = 'sending', worker = (select max(worker) from attempts)");
  await end({ kind: 'rejected', message: 'no' });
  assert.deepEqual(await outcomes(), ['rejected', null]);
});

test('what came of an attempt is not stored with another delivery’s attempt that has its id', async () => {
  const { row, rows, engine, attempts, end } = await begun({ accounts: 2 });
  const [lost, other] = attempts;
  assert.ok(lost);
  // The database has lost the commits, and gives the id again.
  await change('delete from attempts where id = $1', [other]);
  await change('update attempts set delivery_id = $1 where id = $2', [rows[1]?.id, lost]);
  await engine.records.noteRefused({ attemptId: lost, deliveryId: row.id });
  await engine.records.storePost({ deliveryId: row.id, attemptId: lost, postId: '7', postUrl: null });
  await end({ kind: 'published', postId: '7', postUrl: null });
  const { rows: stored } = await change('select outcome, post_id, finished_at from attempts');
  assert.deepEqual(stored, [{ outcome: null, post_id: null, finished_at: null }]);
});

for (const [detail, words] of [
  ['{}', 'second'],
  ['{"message":"first"}', 'first'],
])
  test(`an outcome that is recorded a second time, after ${detail}, has the words “${words}”`, async () => {
    const { end } = await begun({});
    await change("update attempts set outcome = 'rejected', detail = $1", [detail]);
    await end({ kind: 'rejected', message: 'second' });
    const { rows } = await change(`select detail->>'message' as words from attempts`);
    assert.deepEqual(rows, [{ words }]);
  });

test('a named wait holds the due deliveries of its own account, in their order and nothing else', async () => {
  const { end, accountIds, row } = await begun({ accounts: 2, items: 8, frequency: 'hourly', gapSeconds: 60 });
  const first = accountIds[0];
  const { rows: ids } = await change(
    'select id, account_id from deliveries where id <> $1 order by account_id, due_at, id',
    [row.id],
  );
  const own = ids.filter(({ account_id: id }) => id === first).map(({ id }) => id);
  const others = ids.filter(({ account_id: id }) => id !== first).map(({ id }) => id);
  await change("update deliveries set state = 'scheduled', next_at = $2 where id = any($1)", [
    [...own.slice(0, 5), ...others],
    at(0),
  ]);
  const set = (index: number, what: string) => change(`update deliveries set ${what} where id = $1`, [own[index]]);
  await set(1, "state = 'waiting'");
  await set(2, 'paused = true');
  await set(3, `next_at = '${now}'::timestamptz + interval '300 seconds'`);
  await set(5, `next_at = '${now}'::timestamptz + interval '9 hours'`);
  await set(6, `next_at = '${now}'::timestamptz + interval '9 hours'`);
  await change('update social_accounts set free_at = $1', [at(-1)]);
  await end(rateLimited('account', 300));
  const seconds = async (of: readonly string[]) => {
    const { rows } = await change('select id, next_at from deliveries where id = any($1)', [of]);
    const nextAt = new Map(rows.map(({ id, next_at: next }) => [id, next.getTime()]));
    return of.map((id) => ((nextAt.get(id) ?? 0) - Date.parse(now)) / 1000);
  };
  assert.deepEqual(await seconds(own), [300, 0, 0, 300, 360, 32_400, 32_400]);
  assert.deepEqual(new Set(await seconds(others)), new Set([0]));
  const { rows: accounts } = await change('select free_at from social_accounts order by id');
  assert.deepEqual(
    accounts.map(({ free_at: free }) => free),
    [at(300), at(-1)],
  );
});

test('a delivery that is locked when its account begins to wait delays nobody', async () => {
  const { end, row } = await begun({ items: 2, frequency: 'hourly' });
  await change('update deliveries set next_at = $1 where id <> $2', [at(0), row.id]);
  const person = await db.pool.connect();
  await person.query('begin');
  await person.query("update deliveries set message = 'locked' where id <> $1", [row.id]);
  await assert.rejects(waitsForLock(db, end(rateLimited('account', 300))), /it was over before/);
  await person.query('rollback');
  person.release();
});

/** A named wait of 14 hours after another one that ended so many seconds ago, and when the whole of it began. */
for (const [table, scope] of [
  ['social_accounts', 'account'],
  ['network_waits', 'app'],
] as const)
  for (const [what, ended, isGuess, from] of [
    ['ten minutes after another one', -600, false, 0],
    ['less than ten minutes after another one', -599, false, -7200],
    ['that is guessed', -3600, true, -7200],
  ] as const)
    test(`a wait (${scope}) ${what} begins ${from / 3600} hours from now`, async () => {
      const { end } = await begun({});
      if (scope === 'app') await change("insert into network_waits (network, until) values ('telegram', $1)", [at(-1)]);
      await change(`update ${table} set waits_from = $1, waits_until = $2`, [at(-7200), at(ended)]);
      await end(rateLimited(scope, 3600, isGuess ? { isGuess } : {}));
      const { rows } = await change(`select waits_from as since, waits_until as until from ${table}`);
      assert.deepEqual(rows, [{ since: at(from), until: at(isGuess ? ended : 3600) }]);
    });

const statuses = async () =>
  (await change('select status from social_accounts order by id')).rows.map(({ status }) => status);

for (const [what, isLost] of [
  ['status = status', true],
  ["credentials = 'other'", false],
  ["status = 'needs-reconnecting', status_message = 'first'", false],
  ['deleted_at = now()', false],
] as const)
  test(`an account with “${what}” is ${isLost ? '' : 'not '}lost by a refusal`, async () => {
    const { end } = await begun({ accounts: 2 });
    await change(`update social_accounts set ${what} where id = (select min(id) from social_accounts)`);
    const before = await statuses();
    await end({ kind: 'unauthorized', message: 'second' });
    assert.deepEqual(await statuses(), isLost ? ['needs-reconnecting', 'connected'] : before);
    const { rows } = await change("select from social_accounts where status_message = 'second'");
    assert.equal(rows.length, isLost ? 1 : 0);
  });

test('after a refusal of replaced credentials only that delivery goes, if its account is connected', async () => {
  const states = async () =>
    (await change('select state from deliveries order by id')).rows.map(({ state }) => state).join(' ');
  const refuse = async (ofOwn: string, ofOther: string) => {
    const { end, row } = await begun({ accounts: 2 });
    await change("update social_accounts set credentials = 'other'");
    await change(`update social_accounts set ${ofOwn} where id = $1`, [row.accountId]);
    await change(`update social_accounts set ${ofOther} where id <> $1`, [row.accountId]);
    await change("update deliveries set state = 'waiting' where id <> $1", [row.id]);
    await end({ kind: 'unauthorized', message: 'no' });
    return states();
  };
  assert.equal(await refuse('status = status', 'status = status'), 'scheduled waiting');
  assert.equal(await refuse("status = 'needs-reconnecting'", 'status = status'), 'waiting waiting');
  const { end } = await begun({});
  await change("update social_accounts set credentials = 'other'");
  await change('update deliveries set cancel_asked = true');
  await end({ kind: 'unauthorized', message: 'no' });
  assert.equal(await states(), 'cancelled');
});
