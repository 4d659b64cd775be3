/** One condition at a time of the lists of approvals: what a change of one post does to each of them. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { undoing } from '#db/testing-undo.ts';
import { threeSchedules } from '../../publishing/approval/testing-schedules.ts';
import { listHeld } from './held-queries.ts';
import {
  countPosts,
  listApprovalsOf,
  listComments,
  listPostAccounts,
  listPosts,
  listTitles,
  listWaitingSchedules,
  type ApprovalFilter,
} from './list-queries.ts';

const inOrder = (one: readonly unknown[], other: readonly unknown[]): number => one.join().localeCompare(other.join());

const db = await testDatabase();

/** The three schedules when their first posts fall due, and what each list shows of them. */
async function aPlan() {
  const stage = await threeSchedules(db, { accounts: 2 });
  const { agencyId, scheduleId, second, foreign, clientId, posts, inAgency } = stage;
  const now = new Date('2026-06-01T12:00:00Z');
  const names = new Map(
    Object.entries(posts).flatMap(([name, ids]) => ids.map((id, at) => [id, `${name} ${at + 1}`] as const)),
  );
  const schedules = new Map([
    [scheduleId, 'own'],
    [second, 'second'],
    [foreign, 'foreign'],
  ]);
  const all: ApprovalFilter = { agencyId, clientId: null, scheduleId: null, search: '' };
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '').toSorted();
  const list = async (state: 'waiting' | 'sent-back' | 'approved', filter = all) => {
    const rows = await inAgency((tx) => listPosts(tx, { ...filter, state, after: null, limit: 99 }));
    return named(rows.map(({ id }) => id));
  };
  const held = () => inAgency((tx) => listHeld(tx, { agencyId, now, limit: 99 }));
  const shown = async () => ({
    waiting: await list('waiting'),
    back: await list('sent-back'),
    approved: await list('approved'),
    held: named((await held()).map(({ item_id: id }) => id)),
    schedules: (await inAgency((tx) => listWaitingSchedules(tx, { ...all, limit: 9 })))
      .map(({ id, waiting }) => `${schedules.get(id)} ${waiting}`)
      .toSorted(),
    counts: Object.values(await inAgency((tx) => countPosts(tx, { ...all, now }))),
  });
  const change = async (text: string) => {
    const values = { $post: posts.own[0], $schedule: scheduleId, $client: clientId };
    await db.pool.query(
      Object.entries(values).reduce((changed, [name, value]) => changed.replaceAll(name, value), text),
    );
  };
  return { ...stage, now, all, list, held, shown, change, named };
}

const plan = await aPlan();
const undo = undoing(db);
/** A test whose changes of the plan are undone. */
const changing = (title: string, work: () => Promise<void>): void => test(title, () => undo(work));

const others = ['own 2', 'second 1', 'second 2'];
const foreign = ['foreign 1', 'foreign 2'];
const setState = (state: string) => `update approvals set state = '${state}' where occurrence_id = $post;`;
const release = 'update deliveries set unapproved = false where occurrence_id = $post;';
const occurrence = (state: string) => `update occurrences set state = '${state}' where id = $post;`;
const without = {
  waiting: [...foreign, ...others],
  back: [],
  approved: [],
  held: ['foreign 1', 'second 1'],
  schedules: ['foreign 2', 'own 1', 'second 2'],
  counts: [5, 0, 0, 2],
};
const whole = {
  waiting: [...foreign, 'own 1', ...others],
  back: [],
  approved: [],
  held: ['foreign 1', 'own 1', 'second 1'],
  schedules: ['foreign 2', 'own 2', 'second 2'],
  counts: [6, 0, 0, 3],
};
for (const [what, change, expected] of [
  ['waits', 'select', whole],
  ['is approved and still held', setState('approved'), without],
  ['is approved', setState('approved') + release, { ...without, approved: ['own 1'], counts: [5, 0, 1, 2] }],
  ['is approved and out', setState('approved') + release + occurrence('posted'), without],
  ['waits and is not held', release, without],
  ['waits and has failed', occurrence('failed'), { ...whole, held: without.held, counts: [6, 0, 0, 2] }],
  ['was sent back', setState('sent-back'), { ...without, back: ['own 1'], held: whole.held, counts: [5, 1, 0, 3] }],
  [
    'was sent back and has failed',
    setState('sent-back') + occurrence('failed'),
    { ...without, back: ['own 1'], held: whole.held, counts: [5, 1, 0, 2] },
  ],
  ['was sent back and is not held', setState('sent-back') + release, without],
  [
    'was sent back and failed in an earlier round',
    setState('sent-back') +
      "update deliveries set state = 'failed' where occurrence_id = $post; update schedules set round = 2;",
    without,
  ],
  [
    'is of a deleted schedule',
    'update schedules set deleted_at = now() where id = $schedule',
    {
      ...without,
      waiting: [...foreign, 'second 1', 'second 2'],
      schedules: ['foreign 2', 'second 2'],
      counts: [4, 0, 0, 2],
    },
  ],
  [
    'is of a deleted client',
    'update users set deleted_at = now() where id = $client',
    { ...whole, held: ['foreign 1'] },
  ],
] as const)
  changing(`what the lists show if a post ${what}`, async () => {
    await plan.change(change);
    assert.deepEqual(await plan.shown(), expected);
  });

changing('a post that falls due in a moment is not held yet', async () => {
  const { change, shown } = plan;
  await change(`update occurrences set due_at = due_at + interval '1 second' where id = $post`);
  assert.deepEqual(await shown(), { ...whole, held: without.held, counts: [6, 0, 0, 2] });
});

for (const [what, count] of [
  [{ clientId: 'own' }, 4],
  [{ clientId: 'other' }, 2],
  [{ scheduleId: 'own' }, 2],
  [{ search: 'ITEM 2' }, 3],
  [{ search: 'words' }, 6],
  [{ search: 'other' }, 2],
  [{ search: 'nothing' }, 0],
] as const)
  changing(`a filter by ${JSON.stringify(what)} shows and counts ${count} waiting posts`, async () => {
    const { all, list, now, clientId, otherId, scheduleId, inAgency } = plan;
    const filter = {
      ...all,
      ...('search' in what ? { search: what.search } : {}),
      ...('clientId' in what ? { clientId: what.clientId === 'own' ? clientId : otherId } : {}),
      ...('scheduleId' in what ? { scheduleId } : {}),
    };
    assert.equal((await list('waiting', filter)).length, count);
    assert.equal((await inAgency((tx) => countPosts(tx, { ...filter, now }))).waiting, count);
  });

changing('a held post shows its own account that still waits, and its own last words of sending back', async () => {
  const { accountIds, agencyId, posts, held, named } = plan;
  const [own, two] = posts.own;
  await db.pool.query(`update approvals set state = 'sent-back' where occurrence_id = any($1)`, [[own, two]]);
  await db.pool.query(`update deliveries set state = 'cancelled' where occurrence_id = $1 and account_id = $2`, [
    own,
    accountIds[0],
  ]);
  await db.pool.query(`update deliveries set unapproved = false where occurrence_id = $1 and account_id = $2`, [
    two,
    accountIds[0],
  ]);
  await db.pool.query(
    `insert into approval_events (agency_id, occurrence_id, at, kind, words)
     values ($1, $2, now(), 'sent-back', 'first'), ($1, $2, now(), 'sent-back', 'own'),
       ($1, $2, now(), 'comment', 'no'), ($1, $3, now(), 'sent-back', 'second')`,
    [agencyId, own, posts.second[0]],
  );
  const shown = await held();
  assert.deepEqual(
    shown.map((row) => [named([row.item_id])[0], accountIds.indexOf(row.account_id), row.comment]).toSorted(inOrder),
    [
      ['foreign 1', 0, ''],
      ['own 1', 1, 'own'],
      ['own 2', 1, ''],
      ['second 1', 0, 'second'],
    ],
  );
});

changing('comments, accounts, titles and states are those of the named posts', async () => {
  const { agencyId, posts, accountIds, inAgency } = plan;
  const [own, two] = posts.own;
  for (const [post, kind, words] of [
    [own, 'comment', 'a comment'],
    [own, 'sent-back', 'a reason'],
    [own, 'approved', 'by phone'],
    [own, 'changed', ''],
    [two, 'comment', 'another'],
  ])
    await db.pool.query(
      'insert into approval_events (agency_id, occurrence_id, at, kind, words) values ($1, $2, now(), $3, $4)',
      [agencyId, post, kind, words],
    );
  await db.pool.query(`update deliveries set state = 'cancelled' where occurrence_id = $1 and account_id = $2`, [
    own,
    accountIds[0],
  ]);
  const key = { agencyId, ids: [own] };
  const [comments, accounts, titles, states] = await inAgency(async (tx) => [
    await listComments(tx, key),
    await listPostAccounts(tx, key),
    await listTitles(tx, key),
    await listApprovalsOf(tx, key),
  ]);
  assert.deepEqual(
    comments.map(({ words }) => words),
    ['a comment', 'a reason'],
  );
  assert.deepEqual(
    accounts.map((row) => [row.occurrence_id, row.account_id]),
    [[own, accountIds[1]]],
  );
  assert.deepEqual(
    titles.map(({ id, title }) => [id, title]),
    [[own, 'item 1']],
  );
  assert.deepEqual([...states.keys()], [own]);
});
