import { test } from 'node:test';
import assert from 'node:assert/strict';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { addsUp } from '#rules/ledger.ts';
import { aClock, aNetwork, answers, aSchedule, aWorker, deliveriesOf, posts, postsSilently, statesOf } from './testing.ts';
import { checkLedger, fetchLedger } from './ledger.ts';
import { releaseWaiting } from './queries.ts';
import { runOn } from './statements.ts';

const db = await testDatabase();

async function aStage(planned: Parameters<typeof aSchedule>[1] = {}, network: Parameters<typeof aNetwork>[0] = {}) {
  const clock = aClock();
  const outside = aNetwork(network);
  const networks = { [outside.network.id]: outside.network };
  const lost: string[] = [];
  const worker = aWorker(db, { networks, clock, onAccountLost: ({ accountId }) => { lost.push(accountId); return Promise.resolve(); } });
  // Other schedules of this file are long done, or wait for nobody: only this one is due.
  await db.pool.query('delete from agencies');
  await db.pool.query('delete from network_waits');
  const schedule = await aSchedule(db, planned);
  return { clock, ...outside, worker, lost, ...schedule, states: () => statesOf(db, schedule.scheduleId), deliveries: () => deliveriesOf(db, schedule.scheduleId) };
}

const freeAt = async (accountId: string | undefined) =>
  (await db.pool.query<{ free_at: Date }>('select free_at from social_accounts where id = $1', [accountId])).rows[0]?.free_at;

test('a due delivery is posted once, with its id, address, attempt and occurrence', async () => {
  const stage = await aStage();
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(await stage.worker.publishDue(), 0);
  const [delivery] = await stage.deliveries();
  assert.deepEqual([delivery?.state, delivery?.post_id, delivery?.post_url, delivery?.occurrence], ['published', '1', 'https://example.test/1', 'posted']);
  const { rows } = await db.pool.query<Record<string, unknown>>('select number, outcome, post_id, fingerprint, finished_at is not null as ended from attempts where delivery_id = $1', [delivery?.id]);
  assert.deepEqual(rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: String(fingerprint).length })), [{ number: 1, outcome: 'published', post_id: '1', ended: true, fingerprint: 64 }]);
  assert.equal(stage.feed.length, 1);
});

test('nothing goes out before its time', async () => {
  const stage = await aStage({ origin: '2026-06-01 12:01' });
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(60);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an account posts one at a time, oldest first, at its own pace', async () => {
  const stage = await aStage({ items: 3, frequency: 'hourly', gapSeconds: 900 });
  stage.clock.pass(3 * 3600);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(899);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
  stage.clock.pass(900);
  await stage.worker.publishDue();
  assert.deepEqual(stage.feed.map(({ title }) => title), ['item 1', 'item 2', 'item 3']);
});

test('a network gets no more at once than it allows', async () => {
  const stage = await aStage({ accounts: 7 }, { parallel: 3 });
  assert.equal(await stage.worker.publishDue(), 3);
  assert.equal(await stage.worker.publishDue(), 3);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(stage.sideBySide.most, 3);
});

test('a rejected delivery fails with the network’s text and others of its occurrence go on', async () => {
  const stage = await aStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'chat not found' }));
  await stage.worker.publishDue();
  const deliveries = await stage.deliveries();
  assert.deepEqual(deliveries.map(({ state }) => state).sort(), ['failed', 'published']);
  assert.equal(deliveries.find(({ state }) => state === 'failed')?.message, 'chat not found');
  assert.ok(deliveries.every(({ occurrence }) => occurrence === 'posted'));
});

test('an occurrence of which nothing is posted has failed', async () => {
  const stage = await aStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'no' }), answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  assert.deepEqual((await stage.deliveries()).map(({ occurrence }) => occurrence), ['failed', 'failed']);
});

test('a rate-limited delivery waits as long as the network asked, and its account with it', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly' });
  stage.clock.pass(3600);
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 120, scope: 'account', message: 'slow down' }));
  await stage.worker.publishDue();
  assert.match((await stage.deliveries())[0]?.message ?? '', /slow down/);
  stage.clock.pass(119);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
  await stage.worker.publishDue();
  assert.deepEqual(stage.feed.map(({ title }) => title), ['item 1', 'item 2']);
});

test('a limit of the whole app holds every account of the network', async () => {
  const stage = await aStage({ accounts: 3 }, { parallel: 1 });
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 300, scope: 'app', message: 'busy' }));
  assert.equal(await stage.worker.publishDue(), 1);
  stage.clock.pass(299);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an unreachable network is tried again with growing waits for six hours, then the delivery fails', async () => {
  const stage = await aStage();
  const start = stage.clock.now().getTime();
  let tries = 0;
  for (let round = 0; round < 50; round += 1) {
    stage.script.push(() => Promise.resolve({ kind: 'unreachable', message: 'getaddrinfo ENOTFOUND' }));
    tries += await stage.worker.publishDue();
    const [delivery] = await stage.deliveries();
    if (delivery?.state !== 'scheduled') break;
    stage.clock.set(delivery.next_at);
  }
  const hours = (stage.clock.now().getTime() - start) / 3_600_000;
  assert.ok(hours > 4 && hours <= 6, `gave up after ${hours} hours`);
  assert.ok(tries > 8 && tries < 20, `${tries} tries`);
  assert.deepEqual([await stage.states(), stage.feed], [['failed'], []]);
});

test('an unauthorized delivery waits, its account is told about once, and both go on when it is reconnected', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly' });
  stage.script.push(answers({ kind: 'unauthorized', message: 'Unauthorized' }));
  await stage.worker.publishDue();
  stage.clock.pass(3600);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting', 'waiting']);
  assert.deepEqual(stage.lost, stage.accountIds);
  const [accountId = ''] = stage.accountIds;
  await db.asAgency(stage.agencyId, async (tx) => {
    await db.pool.query(`update social_accounts set status = 'connected', credentials = 'sealed anew' where id = $1`, [accountId]);
    assert.equal(await releaseWaiting(tx, { agencyId: stage.agencyId, accountId, now: stage.clock.now() }), 2);
  });
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'published']);
});

test('a delivery whose account stays disconnected for a day fails', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'unauthorized', message: 'Unauthorized' }));
  await stage.worker.publishDue();
  stage.clock.pass(24 * 3600 - 1);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting']);
  stage.clock.pass(1);
  await stage.worker.sweep();
  const [delivery] = await stage.deliveries();
  assert.deepEqual([delivery?.state, delivery?.message, delivery?.occurrence], ['failed', deliveryMessages.notReconnected, 'failed']);
});

test('credentials renewed while the old ones were being refused are not marked, and the delivery goes at once', async () => {
  const stage = await aStage();
  stage.script.push(async (context) => {
    await context.fence({ payload: '' });
    await db.pool.query(`update social_accounts set credentials = 'sealed anew'`);
    return { kind: 'unauthorized', message: 'Unauthorized' };
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.lost], [['scheduled'], []]);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

test('an accepted post is looked at until it is published', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'processing', ticket: { upload: '5' }, checkAfterSeconds: 30 }));
  stage.checks.push({ kind: 'processing', ticket: { upload: '5' }, checkAfterSeconds: 60 }, { kind: 'published', postId: '9', postUrl: 'https://example.test/9' });
  await stage.worker.publishDue();
  stage.clock.pass(29);
  assert.equal(await stage.worker.settleDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.settleDue(), 1);
  stage.clock.pass(60);
  assert.equal(await stage.worker.settleDue(), 1);
  const [delivery] = await stage.deliveries();
  assert.deepEqual([delivery?.state, delivery?.post_id, delivery?.occurrence], ['published', '9', 'posted']);
});

test('a lost answer is found on the account and counts as posted; nothing is sent twice', async () => {
  const stage = await aStage({}, { canFind: true });
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain']);
  stage.clock.pass(5);
  assert.equal(await stage.worker.settleDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('what is surely not there after all reads is sent once more', async () => {
  const stage = await aStage({}, { canFind: true });
  stage.script.push(answers({ kind: 'unknown', message: 'reset' }));
  await stage.worker.publishDue();
  for (const seconds of [5, 25, 90, 480, 1200]) {
    assert.deepEqual([await stage.states(), await stage.worker.publishDue()], [['uncertain'], 0]);
    stage.clock.pass(seconds);
    assert.equal(await stage.worker.settleDue(), 1);
  }
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('where the network cannot be asked, a lost answer is a person’s question at once', async () => {
  const stage = await aStage();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  const [delivery] = await stage.deliveries();
  assert.deepEqual([delivery?.state, delivery?.message, delivery?.occurrence], ['uncertain', deliveryMessages.askPerson, 'failed']);
  stage.clock.pass(86_400);
  assert.equal((await stage.worker.settleDue()) + (await stage.worker.publishDue()), 0);
  assert.equal(stage.feed.length, 1);
});

test('a bug of ours before the fence is tried again, after it the delivery is uncertain', async () => {
  const stage = await aStage({ accounts: 2 });
  stage.script.push(() => Promise.reject(new Error('bug')), async (context, post) => {
    await posts(context, post);
    throw new Error('bug');
  });
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['scheduled', 'uncertain']);
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['published', 'uncertain']);
  assert.equal(stage.feed.length, 2);
});

test('remembered ids come back in the next try', async () => {
  const stage = await aStage();
  const seen: unknown[] = [];
  stage.script.push(
    async (context) => {
      await context.remember({ draft: '12' });
      return { kind: 'unreachable', message: '' };
    },
    async (context, post) => {
      seen.push(context.remembered);
      return posts(context, post);
    },
  );
  await stage.worker.publishDue();
  stage.clock.pass(30);
  await stage.worker.publishDue();
  assert.deepEqual([seen, await stage.states()], [[{ draft: '12' }], ['published']]);
});

test('what fell due while nothing ran is sent if it is at most a day late, otherwise missed', async () => {
  const stage = await aStage({ items: 3, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  await stage.worker.publishDue();
  const deliveries = await stage.deliveries();
  assert.deepEqual(deliveries.map(({ state }) => state), ['missed', 'missed', 'published']);
  assert.deepEqual(deliveries.map(({ occurrence }) => occurrence), ['failed', 'failed', 'posted']);
  assert.equal(deliveries[0]?.message, deliveryMessages.missed);
});

test('a late one that the sweep has not seen yet is missed, not sent', async () => {
  const stage = await aStage({ origin: '2026-05-30 11:00' });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed], [['missed'], []]);
  assert.deepEqual(await freeAt(stage.accountIds[0]), stage.clock.now());
});

test('paused clients, accounts and agencies post nothing, also what is claimed already', async () => {
  for (const table of ['agencies', 'users', 'social_accounts']) {
    const stage = await aStage();
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

test('the ledger adds up whatever has become of the deliveries, and nothing is inconsistent', async () => {
  const stage = await aStage({ accounts: 6 });
  stage.script.push(
    answers({ kind: 'rejected', message: '' }), answers({ kind: 'unauthorized', message: '' }), postsSilently,
    answers({ kind: 'rateLimited', retryAfterSeconds: 9, scope: 'account', message: '' }), answers({ kind: 'processing', ticket: {}, checkAfterSeconds: 9 }),
  );
  await stage.worker.publishDue();
  const { clients, total: ledger } = await db.asAgency(stage.agencyId, (tx) => fetchLedger(tx, { agencyId: stage.agencyId, from: null, to: null }));
  assert.deepEqual(ledger, { planned: 6, published: 1, failed: 1, missed: 0, cancelled: 0, uncertain: 1, waiting: 3 });
  assert.deepEqual(clients, [{ clientId: stage.clientId, client: 'Client', ...ledger }]);
  assert.ok(addsUp(ledger));
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});
