import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { answers, aWorker, postsSilently } from '../testing.ts';
import { runIn } from '../statements.ts';
import { noteChanges } from './changes.ts';
import type { AttemptJournal } from './compare.ts';
import { journalledOn } from './testing-journalled.ts';

const db = await testDatabase({ max: 20 });
const aJournalled = journalledOn(db);

const unseen = async (): Promise<number> =>
  Number((await db.pool.query<{ count: string }>('select count(*) from unseen_deliveries')).rows[0]?.count);

test('a post that went out after the copy is not sent again, and is known by the journal', async () => {
  const stage = await aJournalled();
  await stage.dump();
  assert.equal(await stage.worker.publishDue(), 1);
  await stage.restore();
  const worker = stage.another();
  await worker.engine.watch?.look();
  assert.deepEqual([await worker.publishDue(), await stage.states(), stage.feed.length], [0, ['published'], 1]);
  assert.equal((await stage.deliveries())[0]?.post_id, '1');
  await stage.inOrder();
});

test('an account whose tokens were renewed after the copy must be reconnected; others stay connected', async () => {
  const stage = await aJournalled({ accounts: 3 });
  const [renewed = '', known = '', untouched = ''] = stage.accountIds;
  const at = (minutes: number): Date => new Date(stage.clock.now().getTime() + minutes * 60_000);
  await db.pool.query('update social_accounts set refreshed_at = $2 where id = any($1::bigint[])', [
    [renewed, known],
    at(-30),
  ]);
  await db.pool.query('update installation set noted_until = $1', [at(-20)]);
  const replaced = (account: string, when: Date) =>
    stage.journal.writeChanges([{ kind: 'tokens-replaced', at: when, agency: stage.agencyId, account }]);
  await replaced(known, at(-30));
  // It was connected again since: nothing says when its earlier tokens were renewed.
  await replaced(untouched, at(-40));
  await stage.dump();
  await db.pool.query('update social_accounts set refreshed_at = $2 where id = $1', [renewed, at(5)]);
  await replaced(renewed, at(5));
  await db.pool.query('update installation set noted_until = $1', [at(10)]);
  await stage.restore();
  await stage.another().engine.watch?.look();
  const { rows } = await db.pool.query<{ id: string; status: string }>(
    'select id, status from social_accounts where agency_id = $1 order by id',
    [stage.agencyId],
  );
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['needs-reconnecting', 'connected', 'connected'],
  );
});

test('changes are not noted in another database before it was compared with the journal', async () => {
  const stage = await aJournalled();
  await stage.worker.engine.watch?.look();
  await db.pool.query(`update installation set noted_until = $1`, [stage.clock.now()]);
  const note = () => db.asSystem((tx) => noteChanges(runIn(tx), { write: () => Promise.resolve(), now: new Date() }));
  const notedUntil = async () =>
    (await db.pool.query<{ at: Date }>('select noted_until as at from installation')).rows[0]?.at.getTime();
  await db.pool.query(`update installation set identity = 'another'`);
  await note();
  assert.equal(await notedUntil(), stage.clock.now().getTime());
  await stage.another().engine.watch?.look();
  await note();
  assert.notEqual(await notedUntil(), stage.clock.now().getTime());
});

test('a post whose answer was lost is read back, and found', async () => {
  const stage = await aJournalled({}, { network: { id: 'twitter', canFind: true } });
  await db.pool.query(`update social_accounts set network = 'twitter'`);
  await db.pool.query(`update deliveries set network = 'twitter'`);
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  const worker = stage.another();
  await worker.engine.watch?.look();
  assert.deepEqual([await stage.states(), await worker.publishDue()], [['uncertain'], 0]);
  assert.equal(await worker.settleDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('a post that cannot be read back becomes a question, which says why', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.restore();
  const worker = stage.another();
  await worker.engine.watch?.look();
  const [delivery] = await stage.deliveries();
  assert.deepEqual(
    [delivery?.state, delivery?.message, delivery?.occurrence, await unseen()],
    ['uncertain', deliveryMessages.unseen, 'failed', 1],
  );
  assert.deepEqual([await worker.publishDue(), await worker.settleDue(), stage.feed.length], [0, 0, 1]);
});

test('an account with an unknown attempt sends nothing that is due, and others go on', async () => {
  const stage = await aJournalled({ items: 2, frequency: 'hourly', accounts: 2 });
  await stage.worker.publishDue();
  await stage.dump();
  stage.clock.pass(3600);
  stage.script.push(postsSilently);
  const [row] = await stage.worker.claim(1);
  assert.ok(row);
  const { publishDelivery } = await import('../engine/publish.ts');
  await publishDelivery(stage.worker.engine, row);
  await stage.restore();
  const worker = stage.another();
  await worker.engine.watch?.look();
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual((await stage.states()).toSorted(), ['published', 'published', 'published', 'uncertain']);
  assert.equal(stage.feed.length, 4);
});

test('an attempt that the network refused for certain is only recorded, and its post goes out', async () => {
  const stage = await aJournalled();
  await stage.dump();
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await stage.restore();
  await db.pool.query(
    `update deliveries set due_at = due_at + interval '1 hour', next_at = next_at + interval '1 hour'`,
  );
  const worker = stage.another();
  await worker.engine.watch?.look();
  stage.clock.pass(3600);
  assert.deepEqual([await worker.publishDue(), await stage.states(), stage.feed.length], [1, ['published'], 1]);
});

test('a database that no worker has compared yet sends nothing', async () => {
  const stage = await aJournalled();
  await stage.worker.engine.watch?.look();
  await db.pool.query(`update installation set identity = 'of another database'`);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.worker.engine.watch?.look();
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a database that changes while a post is prepared refuses it at the fence', async () => {
  const stage = await aJournalled();
  await stage.worker.engine.watch?.look();
  stage.script.push(async (context, post) => {
    await db.pool.query(`update installation set identity = 'of another database'`);
    await context.fence({ payload: 'words' });
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['scheduled'], 0]);
});

test('a running worker compares again when the latest attempt goes backwards', async () => {
  const stage = await aJournalled({ items: 2, frequency: 'hourly' });
  await stage.worker.engine.watch?.look();
  await stage.dump();
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  await stage.worker.engine.watch?.look();
  await stage.restore();
  await stage.worker.engine.watch?.look();
  assert.deepEqual(await stage.states(), ['uncertain', 'scheduled']);
});

test('a journal that was not written for a time makes everything due a question after a restore', async () => {
  const stage = await aJournalled({ accounts: 2 });
  await stage.dump();
  await stage.worker.publishDue();
  await stage.restore();
  const gap: AttemptJournal = {
    ...stage.journal,
    attemptsSince: () => Promise.resolve([{ kind: 'gap', at: stage.clock.now(), attempt: '999999999' }]),
  };
  const worker = aWorker(db, { networks: stage.networks, clock: stage.clock, journal: gap });
  await worker.engine.watch?.look();
  assert.deepEqual(await stage.states(), ['uncertain', 'uncertain']);
});

test('posts wait while the journal cannot be written, and go out unrecorded after five minutes', async () => {
  let isBroken = true;
  const written: string[] = [];
  const journal: AttemptJournal = {
    attemptsSince: () => Promise.resolve([]),
    attemptsAt: () => Promise.resolve([]),
    write: (...entries) => {
      if (isBroken) return Promise.reject(new Error('the disk is full'));
      written.push(...entries.map(({ kind }) => kind));
      return Promise.resolve();
    },
    writeSoon: () => {},
    changesSince: () => Promise.resolve([]),
  };
  let elapsed = 0;
  const { createAttemptRecord } = await import('../engine/attempt-record.ts');
  const events: unknown[] = [];
  const record = createAttemptRecord({
    journal,
    log: (event, { posts }) => events.push([event, posts]),
    elapsedMs: () => elapsed,
  });
  const passed = (id: string) => ({
    id,
    deliveryId: '1',
    agencyId: '1',
    accountId: '1',
    marker: 'ar-1',
    fencedAt: new Date(0),
    known: [],
  });
  assert.equal(await record.begin(passed('1')), 'waiting');
  elapsed = 299_000;
  assert.equal(await record.begin(passed('2')), 'waiting');
  elapsed = 300_000;
  assert.equal(await record.begin(passed('3')), 'recorded');
  isBroken = false;
  assert.equal(await record.begin(passed('4')), 'recorded');
  assert.deepEqual(written, ['gap', 'attempt']);
  assert.deepEqual(events, [
    ['journal-unwritten', 'waiting'],
    ['journal-unwritten', 'waiting'],
    ['journal-written-again', undefined],
  ]);
});

test('a post whose attempt cannot be recorded is not sent, and is tried again', async () => {
  const broken = {
    write: () => Promise.reject(new Error('full')),
    writeSoon: () => {},
    attemptsSince: () => Promise.resolve([]),
    attemptsAt: () => Promise.resolve([]),
    changesSince: () => Promise.resolve([]),
  };
  const stage = await aJournalled({}, { journal: broken });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['scheduled'], 0]);
  assert.match((await stage.deliveries())[0]?.message ?? '', /nothing was sent/);
});
