/** Nothing planned may be left behind: not by a wait, not by a line that dissolves, not by two who act at once. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { testDatabase } from '#db/testing.ts';
import { endWaiting } from './late.ts';
import { checkLedger } from './ledger.ts';
import { cancelForAccount, cancelForOccurrence, cancelForSchedule, releaseWaiting } from './queries.ts';
import { runOn } from './statements.ts';
import { aClock, aNetwork, answers, aSchedule, aWorker, deliveriesOf, posts, statesOf } from './testing.ts';

const db = await testDatabase({ max: 20 });

async function aStage(planned: Parameters<typeof aSchedule>[1] = {}, network: Parameters<typeof aNetwork>[0] = {}) {
  await db.pool.query('delete from agencies');
  await db.pool.query('delete from network_waits');
  const clock = aClock();
  const outside = aNetwork(network);
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const schedule = await aSchedule(db, planned);
  const { agencyId, scheduleId } = schedule;
  return { clock, ...outside, worker, ...schedule, states: () => statesOf(db, scheduleId), deliveries: () => deliveriesOf(db, scheduleId),
    cancel: () => db.asAgency(agencyId, (tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })) };
}

for (const retryAfterSeconds of [9_999_999, Infinity, NaN]) {
  for (const scope of ['account', 'app'] as const) {
    test(`a network that asks for a wait of ${retryAfterSeconds} seconds (${scope}) is asked again after six hours`, async () => {
      const stage = await aStage({ items: 2, frequency: 'hourly' });
      stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds, scope, message: 'later' }));
      await stage.worker.publishDue();
      assert.deepEqual(await stage.states(), ['failed', 'scheduled']);
      stage.clock.pass(6 * 3600);
      assert.equal(await stage.worker.publishDue(), 1);
      assert.deepEqual(await stage.states(), ['failed', 'published']);
    });
  }
}

for (const scope of ['account', 'app'] as const) {
  const asksFor = (hours: number) => answers({ kind: 'rateLimited', retryAfterSeconds: hours * 3600, scope, message: 'tomorrow' });

  test(`a wait of 14 hours that a network names (${scope}) is waited for, and what else falls due goes out behind it in its order`, async () => {
    const stage = await aStage({ items: 3, frequency: 'hourly' });
    stage.script.push(asksFor(14));
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['scheduled', 'scheduled', 'scheduled']);
    for (const hours of [6, 7.9]) {
      stage.clock.pass(hours * 3600);
      await stage.worker.sweep();
      assert.equal(await stage.worker.publishDue(), 0);
    }
    stage.clock.pass(0.1 * 3600);
    while ((await stage.worker.publishDue()) > 0);
    assert.deepEqual([await stage.states(), stage.feed.map(({ title }) => title)], [['published', 'published', 'published'], ['item 1', 'item 2', 'item 3']]);
  });

  for (const swept of [true, false]) {
    test(`what the wait of a network (${scope}) makes later than the limit is late and not missed, ${swept ? 'after' : 'before'} a sweep has seen it`, async () => {
      const stage = await aStage({ items: 3, frequency: 'hourly' });
      // Nothing ran for 20 hours; the wait ends 34 hours after the first was due.
      stage.clock.pass(20 * 3600);
      stage.script.push(asksFor(14));
      await stage.worker.publishDue();
      stage.clock.pass(14 * 3600);
      if (swept) await stage.worker.sweep();
      while ((await stage.worker.publishDue()) > 0);
      assert.deepEqual(await stage.states(), ['published', 'published', 'published']);
    });
  }

  test(`a wait that follows another at once (${scope}) is one with it`, async () => {
    const stage = await aStage({ items: 3, frequency: 'daily' });
    stage.clock.pass(3600);
    stage.script.push(asksFor(20));
    await stage.worker.publishDue();
    // The day after it is refused again, and fails with it; the one of that day is due meanwhile.
    stage.clock.pass(20 * 3600 + 300);
    stage.script.push(asksFor(23));
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['failed', 'scheduled', 'scheduled']);
    const { rows: [wait] } = await db.pool.query<{ hours: number }>(
      scope === 'app' ? 'select extract(epoch from waits_until - waits_from) / 3600 as hours from network_waits' : 'select extract(epoch from waits_until - waits_from) / 3600 as hours from social_accounts');
    assert.equal(Number(wait?.hours).toFixed(1), '26.1', 'six hours more, for others to be asked about');
  });

  test(`a short wait (${scope}) excuses no lateness of another origin`, async () => {
    const stage = await aStage({ items: 2, frequency: 'hourly' });
    stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 7200, scope, message: 'soon' }));
    await stage.worker.publishDue();
    stage.clock.pass(27 * 3600);
    await stage.worker.sweep();
    while ((await stage.worker.publishDue()) > 0);
    assert.deepEqual(await stage.states(), ['published', 'missed'], 'the first was tried in time');
  });
}

test('a network that cannot be reached right after a wait is tried again', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 14 * 3600, scope: 'account', message: 'tomorrow' }), answers({ kind: 'unreachable', message: 'down' }));
  await stage.worker.publishDue();
  stage.clock.pass(14 * 3600);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(120);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

for (const scope of ['account', 'app'] as const) {
  test(`a wait that nobody has named (${scope}) excuses no lateness`, async () => {
    const stage = await aStage({ items: 2, frequency: 'hourly' });
    stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 5 * 3600, scope, message: 'busy', isGuess: true }));
    await stage.worker.publishDue();
    stage.clock.pass(27 * 3600);
    await stage.worker.sweep();
    assert.deepEqual(await stage.states(), ['scheduled', 'missed']);
  });
}

test('a wait that nobody has named is over after six hours', async () => {
  const stage = await aStage();
  for (let hours = 0; hours < 6; hours += 1) {
    stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 3600, scope: 'account', message: 'busy', isGuess: true }));
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['scheduled'], `after ${hours} hours`);
    stage.clock.pass(3600);
  }
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 3600, scope: 'account', message: 'busy', isGuess: true }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['failed']);
});

test('an account without a pace leaves what else is due where it is planned', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 06:00' });
  // Time goes on between an outcome and its being written down.
  const now = (): Date => {
    stage.clock.pass(0.005);
    return stage.clock.now();
  };
  const worker = aWorker(db, { networks: { telegram: stage.network }, clock: { ...stage.clock, now } });
  await worker.publishDue();
  const [, second] = await stage.deliveries();
  assert.deepEqual([await stage.states(), second?.next_at], [['published', 'scheduled'], second?.due_at]);
});

test('who stood in line behind posts that are taken out moves up', async () => {
  const stage = await aStage({ items: 5, frequency: 'hourly', origin: '2026-06-01 06:00', gapSeconds: 900 });
  assert.equal(await stage.worker.publishDue(), 1);
  const all = await stage.deliveries();
  const { agencyId } = stage;
  for (const { occurrence_id } of all.slice(1, 4)) {
    await db.asAgency(agencyId, (tx) => cancelForOccurrence(tx, { agencyId, occurrenceId: occurrence_id, now: stage.clock.now() }));
  }
  stage.clock.pass(900);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published', 'cancelled', 'cancelled', 'cancelled', 'published']);
});

test('an account whose claimed post is taken out is free at once, whatever the clock of the web process says', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 10:00' });
  const [row] = await stage.worker.claim();
  const { agencyId } = stage;
  const ahead = new Date(stage.clock.now().getTime() + 3_600_000);
  await db.asAgency(agencyId, (tx) => cancelForOccurrence(tx, { agencyId, occurrenceId: row?.occurrenceId ?? '', now: ahead }));
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a post that nobody is sure of is not sent again once its schedule is deleted', async () => {
  const stage = await aStage({}, { canFind: true });
  stage.script.push(answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  assert.equal(await stage.cancel(), 0);
  for (const seconds of [5, 25, 90, 480, 1200]) {
    stage.clock.pass(seconds);
    await stage.worker.settleDue();
  }
  assert.equal(await stage.worker.publishDue(), 0);
  assert.deepEqual([await stage.states(), stage.feed.length, await checkLedger(runOn(db.pool))], [['cancelled'], 0, []]);
});

test('a post that is held for reconnection while its account is being reconnected goes out', async () => {
  const stage = await aStage();
  const { agencyId, accountIds: [accountId = ''] } = stage;
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  let held: Promise<number> = Promise.resolve(0);
  await db.asAgency(agencyId, async (tx) => {
    await tx.updateTable('social_accounts').set({ status: 'connected' }).where('id', '=', accountId).execute();
    await releaseWaiting(tx, { agencyId, accountId, now: stage.clock.now() });
    held = endWaiting(stage.worker.engine);
    await waitsForLockOrIsDone(held);
  });
  await held;
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual(await stage.states(), ['published']);
});

test('a next round that begins while one of its accounts is being deleted begins without it', async () => {
  const stage = await aStage({ accounts: 2, repurpose: true });
  const { agencyId, accountIds: [first = '', second = ''] } = stage;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => { open = resolve; });
  const deed = (account: string): typeof posts => async (context, post) => {
    if (account === 'slow') await gate;
    return posts(context, post);
  };
  stage.script.push(deed('quick'), deed('slow'));
  const published = stage.worker.publishDue();
  const done = async (): Promise<string | undefined> => (await stage.deliveries()).find(({ state }) => state === 'published')?.account_id;
  let quick = await done();
  for (let round = 0; quick === undefined && round < 500; round += 1) quick = await pause(5).then(done);
  assert.ok(quick === first || quick === second);
  await db.asAgency(agencyId, async (tx) => {
    await tx.updateTable('social_accounts').set({ deleted_at: stage.clock.now() }).where('id', '=', quick ?? '').execute();
    open();
    await waitsForLockOrIsDone(published);
    await cancelForAccount(tx, { agencyId, accountId: quick ?? '', now: stage.clock.now() });
  });
  await published;
  const next = (await stage.deliveries()).filter(({ round }) => round === 2);
  assert.deepEqual(next.map(({ account_id }) => account_id), [quick === first ? second : first]);
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Resolves once another connection waits for a lock, or once the work is over without. */
async function waitsForLockOrIsDone(work: Promise<unknown>): Promise<void> {
  let over = false;
  void work.finally(() => { over = true; });
  for (let round = 0; round < 500 && !over; round += 1) {
    const { rowCount } = await db.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (rowCount !== 0) return;
    await pause(5);
  }
  assert.ok(over, 'it neither waited nor ended');
}
