/** No planned delivery may be forgotten: not by a wait, not when a queue dissolves, not by concurrent actions. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { answers, aWorker } from '../testing.ts';
import { openWaitingStages } from './testing-waits.ts';

const { aWaitingStage, db } = await openWaitingStages();

for (const retryAfterSeconds of [9_999_999, Infinity, NaN]) {
  for (const scope of ['account', 'app'] as const) {
    test(`a network that requests a wait of ${retryAfterSeconds} s (${scope}) is tried after six hours`, async () => {
      const stage = await aWaitingStage({ items: 2, frequency: 'hourly' });
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
  const asksFor = (hours: number) =>
    answers({ kind: 'rateLimited', retryAfterSeconds: hours * 3600, scope, message: 'tomorrow' });

  test(`a requested wait of 14 hours (${scope}) is kept, and later deliveries follow in their order`, async () => {
    const stage = await aWaitingStage({ items: 3, frequency: 'hourly' });
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
    assert.deepEqual(
      [await stage.states(), stage.feed.map(({ title }) => title)],
      [
        ['published', 'published', 'published'],
        ['item 1', 'item 2', 'item 3'],
      ],
    );
  });

  for (const swept of [true, false]) {
    test(`a network’s wait (${scope}) causes no missed delivery, ${swept ? 'after' : 'before'} a sweep`, async () => {
      const stage = await aWaitingStage({ items: 3, frequency: 'hourly' });
      // The worker was down for 20 hours; the wait ends 34 hours after the first was due.
      stage.clock.pass(20 * 3600);
      stage.script.push(asksFor(14));
      await stage.worker.publishDue();
      stage.clock.pass(14 * 3600);
      if (swept) await stage.worker.sweep();
      while ((await stage.worker.publishDue()) > 0);
      assert.deepEqual(await stage.states(), ['published', 'published', 'published']);
    });
  }

  test(`a wait (${scope}) that directly follows another extends it`, async () => {
    const stage = await aWaitingStage({ items: 3, frequency: 'daily' });
    stage.clock.pass(3600);
    stage.script.push(asksFor(20));
    await stage.worker.publishDue();
    // On the following day it is refused again and fails; that day's delivery is due meanwhile.
    stage.clock.pass(20 * 3600 + 300);
    stage.script.push(asksFor(23));
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['failed', 'scheduled', 'scheduled']);
    const waited = async (table: string) => {
      const hours = 'round(extract(epoch from waits_until - waits_from) / 3600, 1)::float8 as hours';
      return (await db.pool.query<{ hours: number | null }>(`select ${hours} from ${table}`)).rows[0]?.hours ?? null;
    };
    const [own, other] = scope === 'app' ? ['network_waits', 'social_accounts'] : ['social_accounts', 'network_waits'];
    assert.equal(await waited(own), 26.1, 'six hours more, for others to be asked about');
    assert.equal(await waited(other), null);
  });

  test(`a short wait (${scope}) does not excuse lateness with another cause`, async () => {
    const stage = await aWaitingStage({ items: 2, frequency: 'hourly' });
    stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 7200, scope, message: 'soon' }));
    await stage.worker.publishDue();
    stage.clock.pass(27 * 3600);
    await stage.worker.sweep();
    while ((await stage.worker.publishDue()) > 0);
    assert.deepEqual(await stage.states(), ['published', 'missed'], 'the first was tried in time');
  });
}

test('a network that cannot be reached right after a wait is tried again', async () => {
  const stage = await aWaitingStage();
  stage.script.push(
    answers({ kind: 'rateLimited', retryAfterSeconds: 14 * 3600, scope: 'account', message: 'tomorrow' }),
    answers({ kind: 'unreachable', message: 'down' }),
  );
  await stage.worker.publishDue();
  stage.clock.pass(14 * 3600);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(120);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

for (const scope of ['account', 'app'] as const) {
  test(`a guessed wait (${scope}) does not excuse lateness`, async () => {
    const stage = await aWaitingStage({ items: 2, frequency: 'hourly' });
    stage.script.push(
      answers({ kind: 'rateLimited', retryAfterSeconds: 5 * 3600, scope, message: 'busy', isGuess: true }),
    );
    await stage.worker.publishDue();
    stage.clock.pass(27 * 3600);
    await stage.worker.sweep();
    assert.deepEqual(await stage.states(), ['scheduled', 'missed']);
  });
}

test('guessed waits end after six hours and the delivery fails', async () => {
  const stage = await aWaitingStage();
  for (let hours = 0; hours < 6; hours += 1) {
    stage.script.push(
      answers({ kind: 'rateLimited', retryAfterSeconds: 3600, scope: 'account', message: 'busy', isGuess: true }),
    );
    await stage.worker.publishDue();
    assert.deepEqual(await stage.states(), ['scheduled'], `after ${hours} hours`);
    stage.clock.pass(3600);
  }
  stage.script.push(
    answers({ kind: 'rateLimited', retryAfterSeconds: 3600, scope: 'account', message: 'busy', isGuess: true }),
  );
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['failed']);
});

test('an account without a pace leaves its other due deliveries at their planned times', async () => {
  const stage = await aWaitingStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 06:00' });
  // Time passes between an outcome and storing it.
  const now = (): Date => {
    stage.clock.pass(0.005);
    return stage.clock.now();
  };
  const worker = aWorker(db, { networks: { telegram: stage.network }, clock: { ...stage.clock, now } });
  await worker.publishDue();
  const [, second] = await stage.deliveries();
  assert.deepEqual([await stage.states(), second?.next_at], [['published', 'scheduled'], second?.due_at]);
});
