/** One condition at a time of the statements about approvals. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import { undoing } from '#db/testing-undo.ts';
import { holdUnapproved } from './approval.ts';
import { lockSchedulesOfClient } from '../plan/locks.ts';
import { beginApproval, endApproval } from './changes.ts';
import { approveLocked, lockPosts, sendBackLocked } from './decisions.ts';
import {
  findApprovals,
  insertApprovals,
  listOutdated,
  listUnasked,
  listWaitingOf,
  listWaitingOfClient,
} from './rows.ts';
import { threeSchedules } from './testing-schedules.ts';

const db = await testDatabase({ max: 20 });

const query = (text: string, values: unknown[] = []) => db.pool.query<{ id: string }>(text, values);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

const plan = await threeSchedules(db);
const undo = undoing(db);
/** A test whose changes of the plan are undone. */
const changing = (title: string, work: () => Promise<void>): void => test(title, () => undo(work));

const [ofPost, ofSchedule] = ['where occurrence_id = $1', 'where id = $2'];
const approvedRow = `update approvals set state = 'approved' ${ofPost}`;
const released = `update deliveries set unapproved = false ${ofPost}`;
const stopped = `update deliveries set state = 'cancelled' ${ofPost}`;
const deleted = `update schedules set deleted_at = now() ${ofSchedule}`;

/** Runs a change of a post `$1` and its schedule `$2`. */
const change = (text: string, { post, schedule }: { post: string; schedule: string }) =>
  text.includes('$1') ? query(text, [post]) : query(text.replace('$2', '$1'), [schedule]);

changing('the waiting posts of a schedule are its own, and its client’s', async () => {
  const { agencyId, clientId, otherId, scheduleId, posts, inAgency } = plan;
  const listed = async (client: string | null) =>
    idsOf(await inAgency((tx) => listWaitingOf(tx, { agencyId, clientId: client, scheduleId })));
  assert.deepEqual([await listed(null), await listed(clientId), await listed(otherId)], [posts.own, posts.own, []]);
});

for (const [what, left] of [
  [approvedRow, 1],
  [released, 1],
  [deleted, 0],
] as const)
  changing(`after “${what}” ${left} of two posts of the schedule wait`, async () => {
    const { agencyId, scheduleId, posts, inAgency } = plan;
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
  changing(`after “${what}” ${left} of a client’s four posts wait`, async () => {
    const { agencyId, clientId, scheduleId, posts, inAgency } = plan;
    await change(what, { post: posts.own[0], schedule: scheduleId });
    const rows = await inAgency((tx) => listWaitingOfClient(tx, { agencyId, clientId }));
    assert.deepEqual(idsOf(rows), [...posts.own, ...posts.second].slice(4 - left).toSorted());
  });

changing('approvals are found by their posts, by client, and not of a deleted schedule', async () => {
  const { agencyId, clientId, scheduleId, posts, inAgency } = plan;
  const all = [...posts.own, ...posts.second, ...posts.foreign];
  const found = async (client: string | null, ids: readonly string[]) =>
    idsOf(await inAgency((tx) => findApprovals(tx, { agencyId, clientId: client, ids })));
  assert.deepEqual(await found(null, all), all.toSorted());
  assert.deepEqual(await found(clientId, all), [...posts.own, ...posts.second].toSorted());
  assert.deepEqual(await found(null, posts.second), posts.second);
  await query('update schedules set deleted_at = now() where id = $1', [scheduleId]);
  assert.deepEqual(await found(clientId, all), posts.second);
});

changing('a client’s schedules are locked, without deleted ones and those of others', async () => {
  const { agencyId, clientId, scheduleId, second, inAgency } = plan;
  const listed = () => inAgency((tx) => lockSchedulesOfClient(tx, { agencyId, clientId }));
  assert.deepEqual(idsOf(await listed()), [scheduleId, second].toSorted());
  await query('update schedules set deleted_at = now() where id = $1', [second]);
  assert.deepEqual(idsOf(await listed()), [scheduleId]);
});

const needing = async () => idsOf((await query('select id from schedules where needs_approval')).rows);

changing('approval ends for a client’s existing schedules alone', async () => {
  const { agencyId, clientId, second, foreign, userId, clock, inAgency } = plan;
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
  changing(`approval begins for ${left} of a client’s four posts after “${what}”`, async () => {
    const { agencyId, clientId, scheduleId, posts, userId, clock, inAgency } = plan;
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

changing('a post that has an approval is not asked about when approval begins', async () => {
  const { agencyId, clientId, posts, inAgency } = plan;
  const [own, ...others] = [...posts.own, ...posts.second];
  await query("update approvals set state = 'approved'; update deliveries set unapproved = false, next_at = due_at");
  await query('delete from approvals where occurrence_id <> $1', [own]);
  assert.deepEqual(idsOf(await inAgency((tx) => listUnasked(tx, { agencyId, clientId }))), others.toSorted());
});

changing('approvals begin for the named posts, and only these are held', async () => {
  const { agencyId, clientId, posts, clock, inAgency } = plan;
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
  changing(`a post with changed content is ${isListed ? '' : 'not '}asked about again after “${what}”`, async () => {
    const { agencyId, scheduleId, itemIds, posts, inAgency } = plan;
    await query(`update items set description = 'other words'`);
    if (/\$[12]/.test(what)) await change(what, { post: posts.own[0], schedule: scheduleId });
    else await query(what);
    const rows = await inAgency((tx) => listOutdated(tx, { agencyId, itemId: itemIds[0] ?? '' }));
    assert.equal(idsOf(rows).includes(posts.own[0]), isListed);
  });

changing('several posts are approved with their own content each, and approved ones stay as they are', async () => {
  const { agencyId, posts, userId, clock, inAgency } = plan;
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

changing('a post that failed and waits for approval can be sent back, although nothing can be stopped', async () => {
  const { agencyId, posts, userId, clock, inAgency } = plan;
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

test('listing a client’s schedules locks them', async () => {
  const { agencyId, clientId, scheduleId, inAgency } = plan;
  const person = await db.pool.connect();
  await person.query('begin');
  await person.query('select from schedules where id = $1 for no key update', [scheduleId]);
  const waiting = inAgency((tx) => lockSchedulesOfClient(tx, { agencyId, clientId }));
  await waitsForLock(db, waiting);
  await person.query('commit');
  person.release();
  await waiting;
});
