import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryMessages } from '#rules/delivery.ts';
import { renewSoonSeconds } from '#rules/renewal.ts';
import { answers, posts, postsSilently } from '../testing.ts';
import { releaseWaiting } from '../actions/reconnect.ts';
import type { Renewal } from './credentials.ts';
import { aStage } from '../testing-stage.ts';
import { openOutcomeStages } from './testing-outcomes.ts';

const { anOutcomeStage, db } = await openOutcomeStages();

test('a rejected delivery fails with the network’s text, and others of its occurrence continue', async () => {
  const stage = await anOutcomeStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'chat not found' }));
  await stage.worker.publishDue();
  const deliveries = await stage.deliveries();
  assert.deepEqual(deliveries.map(({ state }) => state).sort(), ['failed', 'published']);
  assert.equal(deliveries.find(({ state }) => state === 'failed')?.message, 'chat not found');
  assert.ok(deliveries.every(({ occurrence }) => occurrence === 'posted'));
});

test('an occurrence without a posted delivery has failed', async () => {
  const stage = await anOutcomeStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'no' }), answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  assert.deepEqual(
    (await stage.deliveries()).map(({ occurrence }) => occurrence),
    ['failed', 'failed'],
  );
});

test('a rate-limited delivery waits as long as the network asked, and its account with it', async () => {
  const stage = await anOutcomeStage({ items: 2, frequency: 'hourly' });
  stage.clock.pass(3600);
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 120, scope: 'account', message: 'slow down' }));
  await stage.worker.publishDue();
  assert.match((await stage.deliveries())[0]?.message ?? '', /slow down/);
  stage.clock.pass(119);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
  await stage.worker.publishDue();
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    ['item 1', 'item 2'],
  );
});

test('a rate limit of the whole app holds every account of the network', async () => {
  const stage = await anOutcomeStage({ accounts: 3 }, { parallel: 1 });
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 300, scope: 'app', message: 'busy' }));
  assert.equal(await stage.worker.publishDue(), 1);
  stage.clock.pass(299);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an unreachable network is retried with growing waits for six hours, then the delivery fails', async () => {
  const stage = await anOutcomeStage();
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

test('a success without the id of a post counts as a lost answer', async () => {
  const stage = await anOutcomeStage({}, { canFind: true });
  stage.script.push(answers({ kind: 'published', postId: '', postUrl: 'https://example.test/1' }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain']);
});

test('an unauthorized delivery waits, its account is reported once, and both continue when reconnected', async () => {
  const stage = await anOutcomeStage({ items: 2, frequency: 'hourly' });
  stage.script.push(answers({ kind: 'unauthorized', message: 'Unauthorized' }));
  await stage.worker.publishDue();
  stage.clock.pass(3600);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting', 'waiting']);
  assert.deepEqual(stage.lost, stage.accountIds);
  const [accountId = ''] = stage.accountIds;
  await db.asAgency(stage.agencyId, async (tx) => {
    await db.pool.query(`update social_accounts set status = 'connected', credentials = 'sealed again' where id = $1`, [
      accountId,
    ]);
    assert.equal(await releaseWaiting(tx, { agencyId: stage.agencyId, accountId, now: stage.clock.now() }), 2);
  });
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'published']);
});

test('a delivery whose account stays disconnected for a day fails', async () => {
  const stage = await anOutcomeStage();
  stage.script.push(answers({ kind: 'unauthorized', message: 'Unauthorized' }));
  await stage.worker.publishDue();
  stage.clock.pass(24 * 3600 - 1);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting']);
  stage.clock.pass(1);
  await stage.worker.sweep();
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.message, delivery?.occurrence],
    ['failed', deliveryMessages.notReconnected, 'failed'],
  );
});

test('credentials renewed while the old ones were refused are not marked, and the delivery goes at once', async () => {
  const stage = await anOutcomeStage();
  stage.script.push(async (context) => {
    await context.fence({ payload: '' });
    await db.pool.query(`update social_accounts set credentials = 'sealed again'`);
    return { kind: 'unauthorized', message: 'Unauthorized' };
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.lost], [['scheduled'], []]);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

for (const outcome of [
  { kind: 'published', postId: '1', postUrl: null },
  { kind: 'processing', ticket: { upload: '5' }, checkAfterSeconds: 30 },
] as const)
  test(`renewed credentials have worked once a post is ${outcome.kind}`, async () => {
    const worked: string[] = [];
    const renewals = {
      fresh: () => Promise.reject(new Error('nothing expires')),
      worked: ({ accountId }: { accountId: string }) => {
        worked.push(accountId);
        return Promise.resolve();
      },
    };
    const stage = await aStage(db, {}, { renewals });
    await db.pool.query(`update social_accounts set credentials_before = 'sealed before'`);
    stage.script.push(answers(outcome));
    await stage.worker.publishDue();
    assert.deepEqual(worked, stage.accountIds);
  });

for (const [seconds, renewed] of [
  [renewSoonSeconds, 1],
  [renewSoonSeconds + 1, 0],
] as const)
  test(`credentials that expire in ${seconds} s are renewed before a post ${renewed} times`, async () => {
    let count = 0;
    const fresh = (): Promise<Renewal> => {
      count += 1;
      return Promise.resolve({ kind: 'usable', credentials: 'sealed again', expiresAt: null, renewed: true });
    };
    const stage = await aStage(db, {}, { renewals: { fresh, worked: () => Promise.resolve() } });
    const expiresAt = new Date(stage.clock.now().getTime() + seconds * 1000);
    await db.pool.query('update social_accounts set expires_at = $1', [expiresAt]);
    await stage.worker.publishDue();
    assert.deepEqual([await stage.states(), count], [['published'], renewed]);
  });

test('an accepted post is checked until it is published', async () => {
  const stage = await anOutcomeStage();
  stage.script.push(answers({ kind: 'processing', ticket: { upload: '5' }, checkAfterSeconds: 30 }));
  stage.checks.push(
    { kind: 'processing', ticket: { upload: '5' }, checkAfterSeconds: 60 },
    { kind: 'published', postId: '9', postUrl: 'https://example.test/9' },
  );
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

test('a post whose answer was lost is found on the account, counts as posted and is not sent twice', async () => {
  const stage = await anOutcomeStage({}, { canFind: true });
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain']);
  stage.clock.pass(5);
  assert.equal(await stage.worker.settleDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

for (const table of ['deliveries', 'attempts'])
  for (const [what, change] of [
    ['sent by a vanished worker', "state = 'sending', lease_until = '2026-06-01'"],
    ['uncertain', 'state = state'],
    ['uncertain, of a deleted account', 'state = state; update social_accounts set credentials = $$$$'],
  ])
    test(`a delivery that is ${what} and whose id is known in ${table} is published`, async () => {
      const stage = await anOutcomeStage({}, { canFind: true });
      stage.script.push(answers({ kind: 'unknown', message: 'reset' }));
      await stage.worker.publishDue();
      await db.pool.query(`update ${table} set post_id = '7'; update deliveries set ${change}`);
      stage.clock.pass(5);
      await stage.worker.sweep();
      await stage.worker.settleDue();
      assert.deepEqual(
        (await stage.deliveries()).map((row) => [row.state, row.post_id]),
        [['published', '7']],
      );
    });

test('a search gets the ids with which its attempt began, and those that are stored besides', async () => {
  const stage = await anOutcomeStage({}, { canFind: true });
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await db.pool.query(`update deliveries set remote_ids = '{"stored": "1"}'`);
  await db.pool.query(`update attempts set remote_ids = '{"begun": "2"}'`);
  stage.clock.pass(5);
  await stage.worker.settleDue();
  assert.deepEqual(stage.searches, [{ stored: '1', begun: '2' }]);
});

test('a post that no read finds is sent once more', async () => {
  const stage = await anOutcomeStage({}, { canFind: true });
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

test('a post whose answer was lost needs a person at once if the network cannot be searched', async () => {
  const stage = await anOutcomeStage();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.message, delivery?.occurrence],
    ['uncertain', deliveryMessages.askPerson, 'failed'],
  );
  stage.clock.pass(86_400);
  assert.equal((await stage.worker.settleDue()) + (await stage.worker.publishDue()), 0);
  assert.equal(stage.feed.length, 1);
});

test('an internal error before the fence is retried; after it the delivery is uncertain', async () => {
  const stage = await anOutcomeStage({ accounts: 2 });
  stage.script.push(
    () => Promise.reject(new Error('bug')),
    async (context, post) => {
      await posts(context, post);
      throw new Error('bug');
    },
  );
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['scheduled', 'uncertain']);
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['published', 'uncertain']);
  assert.equal(stage.feed.length, 2);
});

test('ids that a try has stored are available in the next try', async () => {
  const stage = await anOutcomeStage();
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
