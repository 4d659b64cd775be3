/** One condition at a time of who is mailed about approvals. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import { undoing } from '#db/testing-undo.ts';
import { threeSchedules } from '../../publishing/approval/testing-schedules.ts';
import { listAgenciesToTell, listClientsToTell, takeComments, takeForClient, takeForOwner } from './mail-queries.ts';

const inOrder = (one: readonly unknown[], other: readonly unknown[]): number => one.join().localeCompare(other.join());

const db = await testDatabase({ max: 20 });
const noon = new Date('2026-06-01T12:00:00Z');
const soon = new Date('2026-06-01T11:30:00Z');

/** The three schedules; names in a change stand for ids: of the client, of its first schedule, of its first post. */
async function aPlan() {
  const stage = await threeSchedules(db);
  const { agencyId, clientId, scheduleId, posts, inAgency } = stage;
  const change = (text: string) => {
    const values = {
      $agency: agencyId,
      $client: clientId,
      $schedule: scheduleId,
      $post: posts.own[0],
      $other: posts.second[0],
    };
    return db.pool.query(
      Object.entries(values).reduce((changed, [name, value]) => changed.replaceAll(name, value), text),
    );
  };
  const told = async () => {
    const { rows } = await db.pool.query<{ id: string }>(
      'select occurrence_id as id from approvals where told_at = $1',
      [soon],
    );
    return rows.map(({ id }) => id).toSorted();
  };
  return {
    ...stage,
    change,
    told,
    clients: async () => {
      const rows = await inAgency((tx) => listClientsToTell(tx, { agencyId, now: soon }));
      return rows.map(({ name, is_reminder: again }) => `${name}${again ? ' again' : ''}`);
    },
    agencies: (now: Date) => db.asSystem((tx) => listAgenciesToTell(tx, now)),
    ofClient: (now: Date) => inAgency((tx) => takeForClient(tx, { agencyId, clientId, now })),
    ofOwner: () => inAgency((tx) => takeForOwner(tx, { agencyId, now: noon })),
    comments: ({ alongside = false } = {}) => inAgency((tx) => takeComments(tx, { agencyId, alongside, now: noon })),
  };
}

const plan = await aPlan();
const undo = undoing(db);
/** A test whose changes of the plan are undone. */
const changing = (title: string, work: () => Promise<void>): void => test(title, () => undo(work));

const ofClient = 'where client_id = $client';
const mailed = "update approvals set told_at = '2026-05-31T11:59:59Z'";
for (const [what, expected] of [
  ['select', ['Client', 'Other']],
  ["update users set email = '' where id = $client", ['Other']],
  ['update users set deleted_at = now() where id = $client', ['Other']],
  ['update schedules set deleted_at = now() where user_client_id = $client', ['Other']],
  [`update approvals set state = 'approved' ${ofClient}`, ['Other']],
  [
    `update deliveries d set unapproved = false
     from approvals a where a.occurrence_id = d.occurrence_id and a.client_id = $client`,
    ['Other'],
  ],
  [`update approvals set asked_at = '2026-06-01T11:25:01Z' ${ofClient}`, ['Other']],
  [`update approvals set asked_at = '2026-06-01T11:25:00Z' ${ofClient}`, ['Client', 'Other']],
  ["insert into approval_mails values ($client, $agency, '2026-06-01T08:30:01Z')", ['Other']],
  ["insert into approval_mails values ($client, $agency, '2026-06-01T08:30:00Z')", ['Client', 'Other']],
  [`update approvals set told_at = '2026-06-01T11:00:00Z' ${ofClient}`, ['Other']],
  [`${mailed} ${ofClient}`, ['Client again', 'Other']],
  [`${mailed} ${ofClient}; update occurrences set due_at = '2026-06-01T11:30:00Z'`, ['Other']],
] as const)
  changing(`after “${what}” mails go to ${expected.join(', ')}`, async () => {
    const { change, clients } = plan;
    await change(what);
    assert.deepEqual(await clients(), expected);
  });

for (const [what, count] of [
  ['select', 4],
  ["update approvals set state = 'approved' where occurrence_id = $post", 3],
  ['update deliveries set unapproved = false where occurrence_id = $post', 3],
  ['update schedules set deleted_at = now() where id = $schedule', 2],
  ["insert into approval_mails values ($client, $agency, '2026-06-01T08:30:01Z')", 0],
  ["insert into approval_mails values ($client, $agency, '2026-06-01T08:30:00Z')", 4],
] as const)
  changing(`after “${what}” a client’s mail is about ${count} posts, and those are noted`, async () => {
    const { change, ofClient: take, told, posts } = plan;
    await change(what);
    assert.equal((await take(soon)).length, count);
    const own = [...posts.own, ...posts.second].toSorted();
    assert.equal((await told()).length, count);
    assert.ok((await told()).every((id) => own.includes(id)));
    assert.deepEqual(await take(soon), []);
  });

const sentBack =
  "update approvals set state = 'sent-back', decided_at = '2026-06-01T11:55:00Z' where occurrence_id = $post";
for (const [what, count] of [
  ['select', 3],
  ["update occurrences set due_at = '2026-06-01T12:00:01Z' where id = $post", 2],
  ["update occurrences set state = 'failed' where id = $post", 2],
  ['update deliveries set unapproved = false where occurrence_id = $post', 2],
  ['update schedules set deleted_at = now() where id = $schedule', 2],
  ['update users set deleted_at = now() where id = $client', 1],
  ["update approvals set owner_told_at = '2026-06-01T12:00:00Z' where occurrence_id = $post", 2],
  ["update approvals set owner_told_at = '2026-06-01T11:59:59Z' where occurrence_id = $post", 3],
  [sentBack, 3],
  [sentBack.replace('sent-back', 'approved'), 2],
  [sentBack.replace('11:55:00', '11:55:01'), 2],
  [sentBack.replace('decided_at', "owner_told_at = '2026-05-01', decided_at"), 2],
] as const)
  changing(`after “${what}” the owner’s mail is about ${count} posts`, async () => {
    const { change, ofOwner } = plan;
    await change(what);
    assert.equal((await ofOwner()).length, count);
  });

changing('the owner reads the last words of sending back of each post', async () => {
  const { change, ofOwner } = plan;
  await change(sentBack);
  for (const [post, kind, words] of [
    ['$post', 'sent-back', 'first'],
    ['$post', 'sent-back', 'own'],
    ['$post', 'comment', 'a comment'],
    ['$other', 'sent-back', 'second'],
  ])
    await change(`insert into approval_events (agency_id, occurrence_id, at, kind, words)
      values ($agency, ${post}, now(), '${kind}', '${words}')`);
  const mail = await ofOwner();
  assert.deepEqual(mail.map(({ state, comment }) => [state, comment]).toSorted(inOrder), [
    ['sent-back', 'own'],
    ['waiting', ''],
    ['waiting', 'second'],
  ]);
});

const comment = (at: string, more = 'true, null') => `insert into approval_events
  (agency_id, occurrence_id, at, kind, words, untold, told_at)
  values ($agency, $post, '2026-06-01T${at}Z', 'comment', 'x', ${more});`;
const due = comment('11:55:00');
for (const [what, count, alongside] of [
  ['select', 0, 0],
  [due, 1, 1],
  [comment('11:55:01'), 0, 1],
  [due + comment('11:56:00'), 2, 2],
  [comment('11:00:00', 'false, null'), 0, 0],
  [due + comment('11:00:00', 'false, null'), 1, 1],
  [comment('11:56:00') + comment('11:00:00', 'false, null'), 0, 1],
  [due + comment('11:00:00', "false, '2026-06-01T11:30:01Z'"), 0, 1],
  [due + comment('11:00:00', "false, '2026-06-01T11:30:00Z'"), 1, 1],
  [`${due} update schedules set deleted_at = now() where id = $schedule`, 0, 0],
] as const)
  for (const isAlongside of [false, true])
    changing(`comments are mailed ${isAlongside ? 'beside another mail ' : ''}after “${what}”`, async () => {
      const { change, comments, agencies, agencyId } = plan;
      await change(what);
      await change("update approvals set state = 'approved'; update deliveries set unapproved = false");
      assert.deepEqual(await agencies(noon), count === 0 ? [] : [agencyId]);
      assert.equal((await comments({ alongside: isAlongside })).length, isAlongside ? alongside : count);
      assert.deepEqual(await comments(), []);
    });

for (const [what, isTold] of [
  ['select', true],
  ["update approvals set state = 'approved'", false],
  [`update approvals set told_at = '2026-06-01T11:00:00Z'`, false],
  [`update approvals set told_at = '2026-06-01T11:00:00Z'; ${sentBack.replace('11:55:00', '11:00:00')}`, true],
] as const)
  changing(`after “${what}” an agency is ${isTold ? '' : 'not '}among those with mails`, async () => {
    const { change, agencies, agencyId } = plan;
    await change(what);
    assert.deepEqual(await agencies(soon), isTold ? [agencyId] : []);
  });

test('of two workers that take the comments at once, one gets them', async () => {
  const { agencyId, change, inAgency } = plan;
  await change(due);
  const key = { agencyId, alongside: false, now: noon };
  const taking = { second: Promise.resolve<unknown>(null) };
  await inAgency(async (tx) => {
    assert.equal((await takeComments(tx, key)).length, 1);
    taking.second = inAgency((other) => takeComments(other, key));
    await waitsForLock(db, taking.second);
  });
  assert.deepEqual(await taking.second, []);
});
