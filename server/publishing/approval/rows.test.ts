/** One condition at a time of the statements about approvals. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { planRound } from '#rules/planning.ts';
import { holdUnapproved } from './approval.ts';
import { beginApproval, endApproval } from './changes.ts';
import { approveLocked, lockPosts, sendBackLocked } from './decisions.ts';
import { insertRound } from '../plan/rounds.ts';
import {
  findApprovals,
  insertApprovals,
  listOutdated,
  listSchedulesOf,
  listUnasked,
  listWaitingOf,
  listWaitingOfClient,
} from './rows.ts';
import { openApprovingStages } from './testing-approving.ts';

const { anApprovingStage, db } = await openApprovingStages();

const query = (text: string, values: unknown[] = []) => db.pool.query<{ id: string }>(text, values);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

/** Two schedules of a client and one of another client, with two posts each that all wait for approval. */
async function threeSchedules() {
  const stage = await anApprovingStage({ items: 2 });
  const { agencyId, clientId, scheduleId, streamId, itemIds, accountIds } = stage;
  const { rows: clients } = await query(
    `insert into users (agency_id, role, name, email) values ($1, 'client', 'Other', 'other@example.test') returning id`,
    [agencyId],
  );
  const otherId = clients[0]?.id ?? '';
  const another = async (client: string): Promise<string> => {
    const { rows } = await query(
      `insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency, repurpose,
         needs_approval) values ($1, $2, $3, '2026-06-01 12:00', 'UTC', 'daily', false, true) returning id`,
      [agencyId, client, streamId],
    );
    const id = rows[0]?.id ?? '';
    await query('insert into schedule_accounts (schedule_id, account_id, agency_id) values ($1, $2, $3)', [
      id,
      accountIds[0],
      agencyId,
    ]);
    const plan = planRound({ origin: '2026-06-01 12:00', zone: 'UTC', frequency: 'daily', firstStep: 0, count: 2 });
    const round = { agencyId, scheduleId: id, round: 1, itemIds, accountIds, plan, now: stage.clock.now() };
    await stage.inAgency((tx) => insertRound(tx, round));
    return id;
  };
  const [second, foreign] = [await another(clientId), await another(otherId)];
  const postsOf = async (id: string): Promise<[string, string]> => {
    const { rows } = await query('select id from occurrences where schedule_id = $1 order by position', [id]);
    const [one, two] = rows;
    assert.ok(one && two);
    return [one.id, two.id];
  };
  const posts = { own: await postsOf(scheduleId), second: await postsOf(second), foreign: await postsOf(foreign) };
  return { ...stage, otherId, second, foreign, posts, userId: clientId };
}

const [ofPost, ofSchedule] = ['where occurrence_id = $1', 'where id = $2'];
const approvedRow = `update approvals set state = 'approved' ${ofPost}`;
const released = `update deliveries set unapproved = false ${ofPost}`;
const stopped = `update deliveries set state = 'cancelled' ${ofPost}`;
const deleted = `update schedules set deleted_at = now() ${ofSchedule}`;

/** Runs a change of a post `$1` and its schedule `$2`. */
const change = (text: string, { post, schedule }: { post: string; schedule: string }) =>
  text.includes('$1') ? query(text, [post]) : query(text.replace('$2', '$1'), [schedule]);

test('the waiting posts of a schedule are its own, and its client’s', async () => {
  const { agencyId, clientId, otherId, scheduleId, posts, inAgency } = await threeSchedules();
  const listed = async (client: string | null) =>
    idsOf(await inAgency((tx) => listWaitingOf(tx, { agencyId, clientId: client, scheduleId })));
  assert.deepEqual([await listed(null), await listed(clientId), await listed(otherId)], [posts.own, posts.own, []]);
});

for (const [what, left] of [
  [approvedRow, 1],
  [released, 1],
  [deleted, 0],
] as const)
  test(`after “${what}” ${left} of two posts of the schedule wait`, async () => {
    const { agencyId, scheduleId, posts, inAgency } = await threeSchedules();
    await change(what, { post: posts.own[0], schedule: scheduleId });
    const rows = await inAgency((tx) => listWaitingOf(tx, { agencyId, clientId: null, scheduleId }));
    assert.deepEqual(idsOf(rows), posts.own.slice(2 - left));
  });

for (const [what, left] of [
  ['select $1::bigint', 4],
  [approvedRow, 3],
  [released, 3],
  [stopped, 3],
  [deleted, 2],
] as const)
  test(`after “${what}” ${left} of a client’s four posts wait`, async () => {
    const { agencyId, clientId, scheduleId, posts, inAgency } = await threeSchedules();
    await change(what, { post: posts.own[0], schedule: scheduleId });
    const rows = await inAgency((tx) => listWaitingOfClient(tx, { agencyId, clientId }));
    assert.deepEqual(idsOf(rows), [...posts.own, ...posts.second].slice(4 - left).toSorted());
  });

test('approvals are found by their posts, by client, and not of a deleted schedule', async () => {
  const { agencyId, clientId, scheduleId, posts, inAgency } = await threeSchedules();
  const all = [...posts.own, ...posts.second, ...posts.foreign];
  const found = async (client: string | null, ids: readonly string[]) =>
    idsOf(await inAgency((tx) => findApprovals(tx, { agencyId, clientId: client, ids })));
  assert.deepEqual(await found(null, all), all.toSorted());
  assert.deepEqual(await found(clientId, all), [...posts.own, ...posts.second].toSorted());
  assert.deepEqual(await found(null, posts.second), posts.second);
  await query('update schedules set deleted_at = now() where id = $1', [scheduleId]);
  assert.deepEqual(await found(clientId, all), posts.second);
});

test('a client’s schedules are locked, without deleted ones and those of others', async () => {
  const { agencyId, clientId, scheduleId, second, inAgency } = await threeSchedules();
  const listed = () => inAgency((tx) => listSchedulesOf(tx, { agencyId, clientId }));
  assert.deepEqual(idsOf(await listed()), [scheduleId, second].toSorted());
  await query('update schedules set deleted_at = now() where id = $1', [second]);
  assert.deepEqual(idsOf(await listed()), [scheduleId]);
  const person = await db.pool.connect();
  await person.query('begin');
  await person.query('select from schedules where id = $1 for no key update', [scheduleId]);
  const waiting = listed();
  await waitsForLock(db, waiting);
  await person.query('commit');
  person.release();
  await waiting;
});

const needing = async () => idsOf((await query('select id from schedules where needs_approval')).rows);

test('approval ends for a client’s existing schedules alone', async () => {
  const { agencyId, clientId, second, foreign, userId, clock, inAgency } = await threeSchedules();
  await query('update schedules set deleted_at = now() where id = $1', [second]);
  const end = { agencyId, clientId, ending: 'keep', userId, now: clock.now(), approvedHow: '' } as const;
  await inAgency((tx) => endApproval(tx, end));
  assert.deepEqual(await needing(), [second, foreign].toSorted());
});

for (const [what, left] of [
  ['select $1::bigint', 4],
  [`update occurrences set state = 'posted' where id = $1`, 3],
  [`update deliveries set unapproved = true, next_at = 'infinity' ${ofPost}`, 3],
  [`update deliveries set state = 'failed', next_at = 'infinity' ${ofPost}`, 3],
  [deleted, 2],
] as const)
  test(`approval begins for ${left} of a client’s four posts after “${what}”`, async () => {
    const { agencyId, clientId, scheduleId, posts, userId, clock, inAgency } = await threeSchedules();
    await query(`delete from approvals; update schedules set needs_approval = false;
      update deliveries set unapproved = false, next_at = due_at`);
    await change(what, { post: posts.own[0], schedule: scheduleId });
    const expected = [...posts.own, ...posts.second].slice(4 - left).toSorted();
    assert.deepEqual(idsOf(await inAgency((tx) => listUnasked(tx, { agencyId, clientId }))), expected);
    const begin = { agencyId, clientId, covers: true, userId, now: clock.now() };
    assert.equal(await inAgency((tx) => beginApproval(tx, begin)), left);
    assert.deepEqual(idsOf((await query('select occurrence_id as id from approvals')).rows), expected);
    assert.deepEqual(await inAgency((tx) => listUnasked(tx, { agencyId, clientId })), []);
  });

test('approvals begin for the named posts, and only these are held', async () => {
  const { agencyId, clientId, posts, clock, inAgency } = await threeSchedules();
  await query('delete from approvals; update deliveries set unapproved = false, next_at = due_at');
  const [ids, now] = [[posts.own[0]], clock.now()];
  await inAgency((tx) => insertApprovals(tx, { agencyId, clientId, ids, now }));
  assert.deepEqual(idsOf((await query('select occurrence_id as id from approvals')).rows), ids);
  await inAgency((tx) => holdUnapproved(tx, { agencyId, occurrenceIds: ids, now }));
  assert.deepEqual(idsOf((await query('select occurrence_id as id from deliveries where unapproved')).rows), ids);
});

for (const [what, isListed] of [
  ['select $1::bigint', true],
  ['update schedules set needs_approval = false where id = $2', true],
  [
    `update schedules set needs_approval = false; ${approvedRow.replace('$1', '(select min(id) from occurrences)')}`,
    false,
  ],
  [approvedRow, true],
  [deleted, false],
] as const)
  test(`a post with changed content is ${isListed ? '' : 'not '}asked about again after “${what}”`, async () => {
    const { agencyId, scheduleId, itemIds, posts, inAgency } = await threeSchedules();
    await query(`update items set description = 'other words'`);
    if (/\$[12]/.test(what)) await change(what, { post: posts.own[0], schedule: scheduleId });
    else await query(what);
    const rows = await inAgency((tx) => listOutdated(tx, { agencyId, itemId: itemIds[0] ?? '' }));
    assert.equal(idsOf(rows).includes(posts.own[0]), isListed);
  });

test('several posts are approved with their own content each, and approved ones stay as they are', async () => {
  const { agencyId, posts, userId, clock, inAgency } = await threeSchedules();
  const decider = { agencyId, userId, now: clock.now(), approvedHow: '', byAgencyPassword: false };
  const approve = (ids: readonly string[]) =>
    inAgency(async (tx) => approveLocked(tx, { ...decider, posts: await lockPosts(tx, { agencyId, ids }) }));
  assert.equal((await approve([posts.own[0]])).approved, 1);
  assert.equal((await approve(posts.own)).approved, 1);
  const { rows } = await db.pool.query(
    `select a.decision, a.fingerprint = content_fingerprint(i) as "isOwn",
       (select count(*)::int from approval_events e where e.occurrence_id = o.id) as events
     from approvals a join occurrences o on o.id = a.occurrence_id join items i on i.id = o.item_id
     where a.state = 'approved'`,
  );
  assert.deepEqual(rows, [
    { decision: 1, isOwn: true, events: 1 },
    { decision: 1, isOwn: true, events: 1 },
  ]);
});

test('a post that failed and waits for approval can be sent back, although nothing can be stopped', async () => {
  const { agencyId, posts, userId, clock, inAgency } = await threeSchedules();
  const [id] = posts.own;
  await query(`update deliveries set state = 'failed' ${ofPost}`, [id]);
  await inAgency(async (tx) => {
    const [post] = await lockPosts(tx, { agencyId, ids: [id] });
    assert.ok(post);
    await sendBackLocked(tx, { agencyId, post, userId, now: clock.now(), words: 'no' });
  });
  const { rows } = await query(`select occurrence_id as id from approvals where state = 'sent-back'`);
  assert.deepEqual(idsOf(rows), [id]);
});
