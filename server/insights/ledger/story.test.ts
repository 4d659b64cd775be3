import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cancelForOccurrence } from '../../publishing/actions/cancel.ts';
import { moveSchedule } from '../../publishing/actions/move.ts';
import { resolveDelivery } from '../../publishing/actions/decide.ts';
import { answers, aSchedule, aWorker, deliveriesOf, postsSilently } from '../../publishing/testing.ts';
import { aLedger, minute } from './testing.ts';

test('a post that is published at the first attempt has a short history, from its attempt alone', async () => {
  const stage = await aLedger();
  await stage.worker.publishDue();
  const { steps, delivery } = await stage.server.ask('explain-delivery', {
    delivery_id: (await stage.deliveries())[0]?.id ?? '',
  });
  assert.match(steps[0]?.text ?? '', /^Planned for \w{3}, \d+ \w{3} \d{4}, \d\d:\d\d\.$/);
  assert.match(steps[1]?.text ?? '', /^Publishing started /);
  assert.deepEqual(
    steps.slice(2).map(({ text }) => text),
    ['Attempt 1: recorded as sent, then sent to Telegram.', 'Telegram took the post, with the id 1.'],
  );
  assert.deepEqual([delivery.title, delivery.state], ['item 1', 'published']);
  assert.equal((await stage.db.pool.query('select from delivery_events')).rowCount, 0);
});

test("an unclear answer, the read-backs and a person's decision appear in their order", async () => {
  const stage = await aLedger();
  stage.script.push(postsSilently);
  for (let looks = 0; looks < 5; looks += 1)
    stage.found.push({ kind: 'undecided', message: 'The account could not be read.' });
  await stage.worker.publishDue();
  for (const seconds of [5, 25, 90, 480, 1200]) {
    stage.clock.pass(seconds);
    await stage.worker.settleDue();
  }
  const id = (await stage.deliveries())[0]?.id ?? '';
  await stage.server.ask('resolve-delivery', { delivery_id: id, decision: 'it-is-there' });
  const story = await stage.explain();
  assert.equal(story[3], 'Telegram gave no clear answer: the post may or may not be there.');
  assert.deepEqual(story.slice(4), [
    'We check the account before anything is sent again.',
    ...[1, 2, 3, 4, 5].map((look) => `Check ${look} of 5 of the account on Telegram. The account could not be read.`),
    'Olga checked the account and confirmed that the post is there.',
  ]);
});

test("moves, waits for the network, failures and another publication appear with the person's name", async () => {
  const stage = await aLedger({ origin: '2026-11-01 09:00' });
  const { agencyId, scheduleId } = stage;
  const id = (await stage.deliveries())[0]?.id ?? '';
  const now = stage.clock.now();
  await stage.db.asAgency(agencyId, (tx) =>
    moveSchedule(tx, {
      agencyId,
      scheduleId,
      repurpose: false,
      now,
      origin: minute(now),
      zone: 'UTC',
      frequency: 'daily',
    }),
  );
  stage.script.push(
    () => Promise.resolve({ kind: 'unreachable', message: 'No route.' }),
    answers({ kind: 'rejected', message: 'Too long.' }),
  );
  await stage.worker.publishDue();
  stage.clock.pass(31);
  await stage.worker.publishDue();
  await stage.server.ask('resolve-delivery', { delivery_id: id, decision: 'publish-again' });
  await stage.worker.publishDue();
  const story = await stage.explain();
  assert.equal(story[0], 'Planned for Sun, 1 Nov 2026, 09:00.');
  const told = [
    'Moved from Sun, 1 Nov 2026, 09:00 to ',
    'The network could not be reached, we will try again. No route.',
    'Attempt 1: ',
    'Telegram refused the post.',
    'It failed: Too long.',
    'Olga published it again.',
    'Attempt 2: ',
    'Telegram took the post, with the id 1.',
  ];
  const missing = told.filter((words) => !story.some((text) => text.startsWith(words)));
  assert.deepEqual(missing, [], story.join('\n'));
});

test('a removed post says who removed it, and a planned one says when it goes out', async () => {
  const stage = await aLedger({ items: 2 });
  const [first, second] = await stage.deliveries();
  await stage.server.ask('delete-scheduled-item', { id: first?.occurrence_id ?? '' });
  assert.equal((await stage.explain()).at(-1), 'Olga took it out of the plan.');
  assert.match((await stage.explain(1)).at(-1) ?? '', /^Next: it will be published at /);
  assert.ok(second);
});

test('the history shows a pause that held a post back, and who ended it', async () => {
  const stage = await aLedger();
  await stage.server.ask('pause-publishing', { scope: 'everything' });
  await stage.worker.sweep();
  assert.deepEqual((await stage.explain()).slice(-2), [
    'Held back: publishing is paused.',
    'Next: it will be published once publishing resumes.',
  ]);
  const { at, fingerprint } = await stage.server.ask('preview-resume', { scope: 'everything' });
  await stage.server.ask('resume-publishing', { scope: 'everything', at, fingerprint, choice: 'publish-now' });
  assert.ok((await stage.explain()).includes('Olga resumed publishing.'), (await stage.explain()).join('\n'));
});

test('a renewed connection appears between the refusal and the next attempt', async () => {
  const stage = await aLedger();
  stage.script.push(answers({ kind: 'unauthorized', message: 'Token expired.' }));
  const renewals = {
    fresh: () => Promise.resolve({ kind: 'usable', credentials: 'renewed', expiresAt: null, renewed: true } as const),
    worked: () => Promise.resolve(),
  };
  const worker = aWorker(stage.db, { networks: { telegram: stage.network }, clock: stage.clock, renewals });
  await worker.publishDue();
  stage.clock.set(new Date(Date.now() + 1000)); // the history is stamped by the real time
  await worker.publishDue();
  const story = await stage.explain();
  const from = story.indexOf('Telegram did not accept the connection of the account. Nothing was posted.');
  assert.deepEqual(story.slice(from + 1, from + 3), [
    'The network refused the connection, so it was renewed.',
    'Attempt 2: recorded as sent, then sent to Telegram.',
  ]);
});

test('the history shows a request to stop a post that is being sent, and a worker that vanished', async () => {
  const stage = await aLedger();
  const { agencyId } = stage;
  const [row] = await stage.worker.claim();
  await stage.worker.engine.records.passFence({
    deliveryId: row?.id ?? '',
    claim: row?.claim ?? 0,
    fingerprint: '',
    remoteIds: {},
    now: stage.clock.now(),
    leaseUntil: stage.worker.engine.leaseUntil(),
  });
  await stage.db.asAgency(agencyId, (tx) =>
    cancelForOccurrence(tx, { agencyId, occurrenceId: row?.occurrenceId ?? '', now: stage.clock.now() }),
  );
  assert.ok(
    (await stage.explain()).includes('Somebody asked to stop it while it was being sent. It will not be sent again.'),
  );
  stage.clock.pass(120);
  await stage.worker.sweep();
  const story = await stage.explain();
  assert.ok(story.includes('Telegram gave no clear answer: the post may or may not be there.'), story.join('\n'));
});

test('the database writes the history, even for a statement that does not mention it', async () => {
  const stage = await aLedger();
  await stage.db.pool.query(`update deliveries set state = 'failed', message = 'by hand'`);
  assert.ok((await stage.explain()).includes('It failed: by hand'));
});

test("another agency's delivery has no history here", async () => {
  const stage = await aLedger();
  const other = await aSchedule(stage.db);
  const foreign = (await deliveriesOf(stage.db, other.scheduleId))[0]?.id ?? '';
  assert.equal((await stage.server.call('explain-delivery', { delivery_id: foreign })).code, 404);
  assert.equal(
    (
      await stage.server.call('fetch-ledger-deliveries', {
        month: '2026-06',
        timezone: 'UTC',
        client_id: other.clientId,
      })
    ).code,
    404,
  );
  assert.equal(
    await stage.db.asAgency(stage.agencyId, (tx) =>
      resolveDelivery(tx, {
        agencyId: stage.agencyId,
        deliveryId: foreign,
        decision: 'publish-again',
        postUrl: '',
        now: stage.clock.now(),
      }),
    ),
    'not-found',
  );
});
