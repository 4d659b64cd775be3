import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelForOccurrence, moveSchedule, resolveDelivery } from '../publishing/queries.ts';
import { aClock, aNetwork, answers, aSchedule, aWorker, deliveriesOf, postsSilently, type Planned } from '../publishing/testing.ts';
import { aServer } from '../testing.ts';

const minute = (instant: Date): string => instant.toISOString().slice(0, 16).replace('T', ' ');

/** A schedule due now, in an agency whose owner asks; history is stamped by the database, so the clock begins at the real time. */
async function aStage(planned: Planned = {}) {
  const clock = aClock(new Date().toISOString());
  const outside = aNetwork({ canFind: true });
  const server = await aServer({ clock: clock.now });
  const { db, owner } = server;
  const schedule = await aSchedule(db, { origin: minute(clock.now()), ...planned });
  const { agencyId, scheduleId } = schedule;
  await db.pool.query(`update users set agency_id = $1, name = 'Olga' where id = $2`, [agencyId, owner.id]);
  await db.pool.query('update sessions set agency_id = $1 where user_id = $2', [agencyId, owner.id]);
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const deliveries = () => deliveriesOf(db, scheduleId);
  const month = clock.now().toISOString().slice(0, 7);
  const explain = async (place = 0) => {
    const { steps } = await server.ask('explain-delivery', { delivery_id: (await deliveries())[place]?.id ?? '' });
    return steps.map(({ text }) => text);
  };
  return { clock, ...outside, server, db, worker, deliveries, month, explain, ...schedule };
}

test('every client has its row, and the sum of all rows and places is the plan', async () => {
  const stage = await aStage({ items: 4, accounts: 2, frequency: 'hourly', origin: '2026-03-28 22:00', zone: 'UTC' });
  const states = ['published', 'published', 'failed', 'missed', 'uncertain', 'cancelled', 'waiting', 'scheduled'];
  for (const [place, { id }] of (await stage.deliveries()).entries()) await stage.db.pool.query('update deliveries set state = $2 where id = $1', [id, states[place]]);
  const counts = { planned: 8, published: 2, failed: 1, missed: 1, cancelled: 1, uncertain: 1, waiting: 2 };
  assert.deepEqual(await stage.server.ask('fetch-ledger', { month: '2026-03', timezone: 'Europe/Berlin' }), {
    clients: [{ id: stage.clientId, name: 'Client', ...counts }], total: counts, adds_up: true,
  });
  const none = await stage.server.ask('fetch-ledger', { month: '2026-04', timezone: 'Europe/Berlin' });
  assert.deepEqual([none.clients, none.total.planned, none.adds_up], [[], 0, true]);
});

test('a month begins and ends by the clock of the asked zone', async () => {
  const stage = await aStage({ items: 3, frequency: 'hourly', origin: '2026-03-31 21:00' });
  const plannedIn = async (month: string, timezone: string) => (await stage.server.ask('fetch-ledger', { month, timezone })).total.planned;
  assert.deepEqual([await plannedIn('2026-03', 'UTC'), await plannedIn('2026-03', 'Europe/Berlin'), await plannedIn('2026-04', 'Europe/Berlin')], [3, 1, 2]);
});

test('a post at midnight of the first stands in the month that begins, in figures and lists alike', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly', origin: '2026-03-31 23:00' });
  const standIn = async (month: string) => {
    const { total } = await stage.server.ask('fetch-ledger', { month, timezone: 'UTC' });
    const list = await stage.server.ask('fetch-ledger-deliveries', { month, timezone: 'UTC' });
    const { csv } = await stage.server.ask('export-ledger', { month, timezone: 'UTC', what: 'deliveries' });
    return { planned: total.planned, listed: list.items.map(({ at }) => at), counted: list.total, exported: [...csv.matchAll(/^2026-\S+ \S+(?=,UTC)/gm)].map(([at]) => at) };
  };
  assert.deepEqual(await standIn('2026-03'), { planned: 1, listed: ['2026-03-31T23:00:00.000Z'], counted: 1, exported: ['2026-03-31 23:00'] });
  assert.deepEqual(await standIn('2026-04'), { planned: 1, listed: ['2026-04-01T00:00:00.000Z'], counted: 1, exported: ['2026-04-01 00:00'] });
});

test('behind each figure are its deliveries, page by page', async () => {
  const stage = await aStage({ items: 30, accounts: 2, frequency: 'hourly', origin: '2026-03-02 00:00' });
  await stage.db.pool.query(`update deliveries set state = 'failed' where id in (select id from deliveries order by id limit 3)`);
  const asked = { month: '2026-03', timezone: 'UTC', client_id: stage.clientId };
  const failed = await stage.server.ask('fetch-ledger-deliveries', { ...asked, place: 'failed' });
  assert.deepEqual([failed.total, failed.items.map(({ title }) => title), failed.next], [3, ['item 1', 'item 1', 'item 2'], null]);
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: { items: { delivery_id: string }[]; next: string | null } = await stage.server.ask('fetch-ledger-deliveries', { ...asked, cursor: next });
    seen.push(...page.items.map(({ delivery_id }) => delivery_id));
    next = page.next;
  }
  assert.equal(new Set(seen).size, 60);
});

test('the export is a table that no spreadsheet takes for formulas', async () => {
  const stage = await aStage({ origin: '2026-03-02 00:00' });
  await stage.db.pool.query(`update users set name = '=1+1, "Ltd"' where id = $1`, [stage.clientId]);
  const figures = await stage.server.ask('export-ledger', { month: '2026-03', timezone: 'UTC', what: 'figures' });
  assert.deepEqual(figures, {
    file_name: 'ledger-2026-03.csv',
    csv: '\ufeffClient,Planned,Posted,Failed,Missed,Cancelled,Needs a look,Waiting\r\n"\'=1+1, ""Ltd""",1,0,0,0,0,0,1\r\nAll clients,1,0,0,0,0,0,1\r\n',
  });
  const posts = await stage.server.ask('export-ledger', { month: '2026-03', timezone: 'UTC', what: 'deliveries' });
  assert.match(posts.csv, /^\ufeffPlanned,Timezone,[^\n]*\r\n2026-03-02 00:00,UTC,"'=1\+1, ""Ltd""",item 1,Telegram,name,Waiting,,\r\n$/);
});

test('a post that went out at the first try has a short story, told from its attempt alone', async () => {
  const stage = await aStage();
  await stage.worker.publishDue();
  const { steps, delivery } = await stage.server.ask('explain-delivery', { delivery_id: (await stage.deliveries())[0]?.id ?? '' });
  assert.match(steps[0]?.text ?? '', /^Planned for \w{3}, \d+ \w{3} \d{4}, \d\d:\d\d\.$/);
  assert.match(steps[1]?.text ?? '', /^A worker took it up, /);
  assert.deepEqual(steps.slice(2).map(({ text }) => text), ['Attempt 1: written down as sent, then sent to Telegram.', 'Telegram took the post, with the id 1.']);
  assert.deepEqual([delivery.title, delivery.state], ['item 1', 'published']);
  assert.equal((await stage.db.pool.query('select from delivery_events')).rowCount, 0);
});

test('an unclear answer, the looks at the account and a person\'s word are told in their order', async () => {
  const stage = await aStage();
  stage.script.push(postsSilently);
  for (let looks = 0; looks < 5; looks += 1) stage.found.push({ kind: 'undecided', message: 'The account could not be read.' });
  await stage.worker.publishDue();
  for (const seconds of [5, 25, 90, 480, 1200]) {
    stage.clock.pass(seconds);
    await stage.worker.settleDue();
  }
  const id = (await stage.deliveries())[0]?.id ?? '';
  await stage.server.ask('resolve-delivery', { delivery_id: id, decision: 'it-is-there' });
  const story = await stage.explain();
  assert.equal(story[3], 'Telegram gave no clear answer: the post may be there or not.');
  assert.deepEqual(story.slice(4), [
    'Before anything is sent again, the account is looked at.',
    ...[1, 2, 3, 4, 5].map((look) => `Look ${look} of 5 at the account on Telegram. The account could not be read.`),
    'Olga looked at the account and said that the post is there.',
  ]);
});

test('moving, waiting for the network, failing and publishing again are told with who did it', async () => {
  const stage = await aStage({ origin: '2026-11-01 09:00' });
  const { agencyId, scheduleId } = stage;
  const id = (await stage.deliveries())[0]?.id ?? '';
  const now = stage.clock.now();
  await stage.db.asAgency(agencyId, (tx) => moveSchedule(tx, { agencyId, scheduleId, repurpose: false, now, origin: minute(now), zone: 'UTC', frequency: 'daily' }));
  stage.script.push(() => Promise.resolve({ kind: 'unreachable', message: 'No route.' }), answers({ kind: 'rejected', message: 'Too long.' }));
  await stage.worker.publishDue();
  stage.clock.pass(31);
  await stage.worker.publishDue();
  await stage.server.ask('resolve-delivery', { delivery_id: id, decision: 'publish-again' });
  await stage.worker.publishDue();
  const story = await stage.explain();
  assert.equal(story[0], 'Planned for Sun, 1 Nov 2026, 09:00.');
  const told = ['Moved from Sun, 1 Nov 2026, 09:00 to ', 'The network could not be reached, we will try again. No route.', 'Attempt 1: ', 'Telegram refused the post.', 'It failed: Too long.', 'Olga had it published again.', 'Attempt 2: ', 'Telegram took the post, with the id 1.'];
  const missing = told.filter((words) => !story.some((text) => text.startsWith(words)));
  assert.deepEqual(missing, [], story.join('\n'));
});

test('what was taken out says who did it, and what is to come says when', async () => {
  const stage = await aStage({ items: 2 });
  const [first, second] = await stage.deliveries();
  await stage.server.ask('delete-scheduled-item', { id: first?.occurrence_id ?? '' });
  assert.equal((await stage.explain()).at(-1), 'Olga took it out of the plan.');
  assert.match((await stage.explain(1)).at(-1) ?? '', /^Next: it goes out at /);
  assert.ok(second);
});

test('a pause that held a post back, and who ended it, are told', async () => {
  const stage = await aStage();
  await stage.server.ask('pause-publishing', { scope: 'everything' });
  await stage.worker.sweep();
  assert.deepEqual((await stage.explain()).slice(-2), ['Held back: publishing is paused.', 'Next: it goes out once publishing is resumed.']);
  const { at, fingerprint } = await stage.server.ask('preview-resume', { scope: 'everything' });
  await stage.server.ask('resume-publishing', { scope: 'everything', at, fingerprint, choice: 'publish-now' });
  assert.ok((await stage.explain()).includes('Olga resumed publishing.'), (await stage.explain()).join('\n'));
});

test('a renewed connection is told between the refusal and the next try', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'unauthorized', message: 'Token expired.' }));
  const renewals = { fresh: () => Promise.resolve({ kind: 'usable', credentials: 'renewed', expiresAt: null, renewed: true } as const), worked: () => Promise.resolve() };
  const worker = aWorker(stage.db, { networks: { telegram: stage.network }, clock: stage.clock, renewals });
  await worker.publishDue();
  stage.clock.set(new Date(Date.now() + 1000)); // the history goes by the real time
  await worker.publishDue();
  const story = await stage.explain();
  const from = story.indexOf('Telegram did not accept the connection of the account. Nothing was posted.');
  assert.deepEqual(story.slice(from + 1, from + 3), ['The network refused the connection, so it was renewed.', 'Attempt 2: written down as sent, then sent to Telegram.']);
});

test('a wish to stop what is being sent, and a worker that vanished, are told', async () => {
  const stage = await aStage();
  const { agencyId } = stage;
  const [row] = await stage.worker.claim();
  await stage.worker.engine.passFence({ deliveryId: row?.id ?? '', claim: row?.claim ?? 0, fingerprint: '', remoteIds: {}, now: stage.clock.now(), leaseUntil: stage.worker.engine.leaseUntil() });
  await stage.db.asAgency(agencyId, (tx) => cancelForOccurrence(tx, { agencyId, occurrenceId: row?.occurrenceId ?? '', now: stage.clock.now() }));
  assert.ok((await stage.explain()).includes('Somebody asked to stop it while it was being sent. It will not be sent another time.'));
  stage.clock.pass(120);
  await stage.worker.sweep();
  const story = await stage.explain();
  assert.ok(story.includes('Telegram gave no clear answer: the post may be there or not.'), story.join('\n'));
});

test('the history is written by the database, also for a statement that forgets it', async () => {
  const stage = await aStage();
  await stage.db.pool.query(`update deliveries set state = 'failed', message = 'by hand'`);
  assert.ok((await stage.explain()).includes('It failed: by hand'));
});

test('another agency\'s delivery has no story here', async () => {
  const stage = await aStage();
  const other = await aSchedule(stage.db);
  const foreign = (await deliveriesOf(stage.db, other.scheduleId))[0]?.id ?? '';
  assert.equal((await stage.server.call('explain-delivery', { delivery_id: foreign })).code, 404);
  assert.equal((await stage.server.call('fetch-ledger-deliveries', { month: '2026-06', timezone: 'UTC', client_id: other.clientId })).code, 404);
  assert.equal((await stage.db.asAgency(stage.agencyId, (tx) => resolveDelivery(tx, { agencyId: stage.agencyId, deliveryId: foreign, decision: 'publish-again', postUrl: '', now: stage.clock.now() }))), 'not-found');
});
