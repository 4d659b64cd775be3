import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryMessages } from '#rules/delivery.ts';
import { addsUp } from '#rules/ledger.ts';
import { answers, posts, postsSilently } from '../testing.ts';
import { fetchLedger } from '../plan/ledger.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { runOn } from '../statements.ts';
import { openOutcomeStages } from './testing-outcomes.ts';

const { anOutcomeStage, db } = await openOutcomeStages();

const freeAt = async (accountId: string | undefined) =>
  (await db.pool.query<{ free_at: Date }>('select free_at from social_accounts where id = $1', [accountId])).rows[0]
    ?.free_at;

test('a due delivery is posted once, with its id, URL, attempt and occurrence', async () => {
  const stage = await anOutcomeStage();
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(await stage.worker.publishDue(), 0);
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.post_id, delivery?.post_url, delivery?.occurrence],
    ['published', '1', 'https://example.test/1', 'posted'],
  );
  const { rows } = await db.pool.query<Record<string, unknown>>(
    'select number, outcome, post_id, fingerprint, finished_at is not null as ended from attempts where ' +
      'delivery_id = $1',
    [delivery?.id],
  );
  assert.deepEqual(
    rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: String(fingerprint).length })),
    [{ number: 1, outcome: 'published', post_id: '1', ended: true, fingerprint: 64 }],
  );
  assert.equal(stage.feed.length, 1);
});

test('a delivery does not go out before its time', async () => {
  const stage = await anOutcomeStage({ origin: '2026-06-01 12:01' });
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(60);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an account posts one at a time, oldest first, at its own pace', async () => {
  const stage = await anOutcomeStage({ items: 3, frequency: 'hourly', gapSeconds: 900 });
  stage.clock.pass(3 * 3600);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(899);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
  stage.clock.pass(900);
  await stage.worker.publishDue();
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    ['item 1', 'item 2', 'item 3'],
  );
});

test('a network gets no more concurrent deliveries than it allows', async () => {
  const stage = await anOutcomeStage({ accounts: 7 }, { parallel: 3 });
  assert.equal(await stage.worker.publishDue(), 3);
  assert.equal(await stage.worker.publishDue(), 3);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(stage.sideBySide.most, 3);
});

test('a post that fell due during a downtime is sent if it is at most a day late, otherwise missed', async () => {
  const stage = await anOutcomeStage({ items: 3, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  await stage.worker.publishDue();
  const deliveries = await stage.deliveries();
  assert.deepEqual(
    deliveries.map(({ state }) => state),
    ['missed', 'missed', 'published'],
  );
  assert.deepEqual(
    deliveries.map(({ occurrence }) => occurrence),
    ['failed', 'failed', 'posted'],
  );
  assert.equal(deliveries[0]?.message, deliveryMessages.missed);
});

test('a late delivery that no sweep has seen yet is missed and not sent', async () => {
  const stage = await anOutcomeStage({ origin: '2026-05-30 11:00' });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed], [['missed'], []]);
  assert.deepEqual(await freeAt(stage.accountIds[0]), stage.clock.now());
});

test('paused clients, accounts and agencies post nothing, including deliveries already claimed', async () => {
  for (const table of ['agencies', 'users', 'social_accounts']) {
    const stage = await anOutcomeStage();
    await db.pool.query(`update ${table} set paused_at = now()`);
    assert.equal(await stage.worker.publishDue(), 0);
    await db.pool.query(`update ${table} set paused_at = null`);
    stage.script.push(async (context, post) => {
      await db.pool.query(`update ${table} set paused_at = now()`);
      return posts(context, post);
    });
    await stage.worker.publishDue();
    assert.deepEqual([await stage.states(), stage.feed], [['scheduled'], []], table);
    await db.pool.query(`update ${table} set paused_at = null`);
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['published'], table);
  }
});

test('the ledger adds up whatever happens to the deliveries, and reports no violation', async () => {
  const stage = await anOutcomeStage({ accounts: 6 });
  stage.script.push(
    answers({ kind: 'rejected', message: '' }),
    answers({ kind: 'unauthorized', message: '' }),
    postsSilently,
    answers({ kind: 'rateLimited', retryAfterSeconds: 9, scope: 'account', message: '' }),
    answers({ kind: 'processing', ticket: {}, checkAfterSeconds: 9 }),
  );
  await stage.worker.publishDue();
  const { clients, total: ledger } = await db.asAgency(stage.agencyId, (tx) =>
    fetchLedger(tx, { agencyId: stage.agencyId, from: null, to: null }),
  );
  assert.deepEqual(ledger, { planned: 6, published: 1, failed: 1, missed: 0, cancelled: 0, uncertain: 1, waiting: 3 });
  assert.deepEqual(clients, [{ clientId: stage.clientId, client: 'Client', ...ledger }]);
  assert.ok(addsUp(ledger));
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});
