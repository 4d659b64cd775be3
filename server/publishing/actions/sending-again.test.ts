import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkLedger } from '../plan/ledger-check.ts';
import { publishFailedAgain, resolveDelivery } from './decide.ts';
import { runOn } from '../statements.ts';
import { answers, postsSilently } from '../testing.ts';
import { openPersonStages } from './testing-people.ts';

const { aPersonStage, db } = await openPersonStages();

test("'publish-again' sends only the failed delivery", async () => {
  const stage = await aPersonStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  const index = (await stage.states()).indexOf('failed');
  assert.equal(await stage.decide('publish-again', { index: 1 - index }), 'not-now');
  assert.equal(await stage.decide('publish-again', { index }), 'done');
  assert.equal((await stage.deliveries())[0]?.occurrence, 'scheduled');
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published', 'published'], 2]);
});

test('an item is sent again to every account where it failed, and to no other', async () => {
  const stage = await aPersonStage({ accounts: 4 });
  const rejected = answers({ kind: 'rejected', message: 'no' });
  stage.script.push(rejected, rejected, answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  const before = await stage.deliveries();
  assert.deepEqual(before.map(({ state }) => state).toSorted(), ['failed', 'failed', 'published', 'uncertain']);
  const again = (agencyId = stage.agencyId, occurrenceId = before[0]?.occurrence_id ?? '') =>
    db.asAgency(agencyId, (tx) => publishFailedAgain(tx, { agencyId, occurrenceId, now: stage.clock.now() }));
  const {
    rows: [otherAgency],
  } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('other') returning id`);
  assert.equal(await again(otherAgency?.id), 'not-found');
  assert.equal(await again(), 'done');
  assert.equal(await stage.worker.publishDue(), 2);
  const after = await stage.deliveries();
  assert.deepEqual(after.map(({ state }) => state).toSorted(), ['published', 'published', 'published', 'uncertain']);
  assert.equal(stage.feed.length, 3);
  const untouched = ({ state }: { state: string }): boolean => state === 'published' || state === 'uncertain';
  for (const one of before.filter(untouched)) assert.deepEqual(after.find(({ id }) => id === one.id)?.tries, one.tries);
  assert.equal(await again(), 'not-now');
});

test('a person can say that an undecided post is there, with its URL, or send it again', async () => {
  const stage = await aPersonStage({ accounts: 2 });
  stage.script.push(postsSilently, answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain', 'uncertain']);
  const there = (await stage.deliveries()).findIndex(
    ({ account_id }) => account_id === stage.accountIds[Number(stage.feed[0]?.account.split('-')[1]) - 1],
  );
  assert.equal(await stage.decide('it-is-there', { index: there, postUrl: 'https://t.me/x/1' }), 'done');
  assert.equal(await stage.decide('publish-again', { index: 1 - there }), 'done');
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published', 'published'], 2]);
  assert.equal((await stage.deliveries())[there]?.post_url, 'https://t.me/x/1');
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('an uncertain post cannot be decided while the account is still being read', async () => {
  const stage = await aPersonStage();
  Object.assign(stage.network, { find: () => Promise.resolve({ kind: 'absent' }) });
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  assert.equal(await stage.decide('publish-again'), 'not-now');
});

test('a missed post is published now, or at the next free time of its schedule', async () => {
  const stage = await aPersonStage({ items: 4, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed', 'missed', 'scheduled', 'scheduled']);
  assert.equal(await stage.decide('publish-now', { index: 0 }), 'done');
  assert.equal(await stage.decide('next-free-time', { index: 1 }), 'done');
  // 2 June, the next step, belongs to the fourth item; the first free one after it is 3 June.
  assert.deepEqual(
    (await stage.deliveries()).map(({ local_at }) => local_at.slice(0, 10)),
    ['2026-05-30', '2026-06-03', '2026-06-01', '2026-06-02'],
  );
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'scheduled', 'published', 'scheduled']);
});

test('a delivery of a deleted schedule or account cannot be sent again', async () => {
  const stage = await aPersonStage();
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await db.pool.query('update social_accounts set deleted_at = now()');
  assert.equal(await stage.decide('publish-again'), 'not-now');
  assert.equal(
    await db.asAgency(stage.agencyId, (tx) =>
      resolveDelivery(tx, {
        agencyId: stage.agencyId,
        deliveryId: '999999',
        decision: 'publish-again',
        postUrl: '',
        now: stage.clock.now(),
      }),
    ),
    'not-found',
  );
});
