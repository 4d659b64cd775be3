/** Who may set a client's password, and who is informed: anyone who knows it can approve in the client's name. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { anApprovalStage } from '../../planning/approvals/testing.ts';
import { insertLoginLink } from '../auth/link-queries.ts';
import { aClient, aMember, type TestPerson } from '../../app/testing/server.ts';
import { newToken } from '../../base/secrets/tokens.ts';

const { server, clock, aPlannedClient } = await anApprovalStage();
const { db, owner } = server;
const [old, set, own] = ['Old&Password1!', 'Set&Password2!', 'Own&Password3!'];
const formOf = (client: TestPerson, password: string) =>
  ({ id: client.id, name: client.name, earning: 0, frequency: 'weekly', password }) as const;
const mailsTo = async ({ email }: TestPerson) =>
  (await queued(db, jobs.sendMail, { to: email })).map(({ subject }) => subject);
const pick = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
  id,
  fingerprint,
  decision,
});

/** The same person, logged in again. */
async function signedIn(client: TestPerson, password: string): Promise<TestPerson> {
  return { ...client, token: (await server.logIn({ email: client.email, password })).token };
}

/** Approves the client's next post in a session; returns the entries in the lists, the history and the activity. */
async function approving(client: Awaited<ReturnType<typeof aPlannedClient>>, session: TestPerson) {
  const [post] = await client.waiting();
  assert.ok(post);
  await server.ask('approve-posts', { posts: [pick(post)] }, { as: session });
  const shown = await server.ask('fetch-approval', { id: post.id });
  const {
    rows: [delivery],
  } = await db.pool.query<{ id: string }>('select id from deliveries where occurrence_id = $1', [post.id]);
  const { steps } = await server.ask('explain-delivery', { delivery_id: delivery?.id ?? '' });
  const [latest] = (await server.ask('fetch-activity', { timezone: 'UTC', kind: 'publishing' })).items;
  const inSession = /in a session whose password the agency set/;
  return [shown.by_agency_password, steps.some(({ text }) => inSession.test(text)), inSession.test(latest?.what ?? '')];
}

test('a member can edit a client but not set its password: the old one and the sessions stay', async () => {
  const client = await aClient(db, owner, { password: old });
  const member = await aMember(db, owner);
  const reply = await server.call(
    'edit-app-client-account',
    { ...formOf(client, set), name: 'Renamed' },
    { as: member },
  );
  assert.deepEqual([reply.code, reply.message], [403, messages.clientPasswordOwner]);
  assert.equal((await server.ask('fetch-user', {}, { as: client })).name, client.name);
  assert.equal((await server.logIn({ email: client.email, password: old })).user.id, client.id);
  assert.equal(
    (await server.call('edit-app-client-account', { ...formOf(client, ''), name: 'Renamed' }, { as: member })).code,
    200,
  );
});

test('an owner who sets a client’s password signs it out; it gets a mail, and the activity shows it', async () => {
  const client = await aClient(db, owner, { password: old });
  await server.ask('edit-app-client-account', formOf(client, set));
  assert.equal((await server.call('fetch-user', {}, { as: client })).code, 401);
  const {
    rows: [agency],
  } = await db.pool.query<{ name: string }>('select name from agencies where id = $1', [owner.agencyId]);
  assert.deepEqual(await mailsTo(client), [`${agency?.name} has set your AgencyReel password`]);
  assert.ok(
    (await server.ask('fetch-activity', { timezone: 'UTC' })).items.some(
      ({ what }) => what === `Set the password of the client “${client.name}”`,
    ),
  );
});

test('a client that sets its own password gets the mail about a changed password', async () => {
  const client = await aClient(db, owner, { password: old });
  await server.ask('edit-app-client-account', formOf(client, own), { as: client });
  assert.deepEqual(await mailsTo(client), ['Your AgencyReel password has been changed']);
});

test('an operator who is logged in on somebody’s behalf cannot set any password', async () => {
  const client = await aClient(db, owner, { password: old });
  const member = await aMember(db, owner, { password: old });
  await db.pool.query(`update users set membership = 'dfy' where id = $1`, [owner.id]);
  await db.pool.query(`update sessions set opened_by = 'master-login' where user_id = any($1)`, [
    [owner.id, client.id],
  ]);
  const added = { name: 'Added', email: 'added@example.test', password: set } as const;
  const tries = [
    await server.call('edit-app-client-account', formOf(client, set)),
    await server.call('edit-app-client-account', formOf(client, set), { as: client }),
    await server.call('edit-client-account', { id: member.id, name: 'Member', password: set }),
    await server.call('add-app-client', { ...added, earning: 0, frequency: 'weekly' }),
    await server.call('create-client', { ...added, type: 'team_member' }),
    await server.call('reseller', added),
  ];
  assert.deepEqual(
    tries.map(({ code, message }) => [code, message]),
    tries.map(() => [403, messages.confirmByOperator]),
  );
  await db.pool.query(`update sessions set opened_by = 'password' where user_id = any($1)`, [[owner.id, client.id]]);
  assert.equal((await server.logIn({ email: client.email, password: old })).user.id, client.id);
  assert.equal((await server.logIn({ email: member.email, password: old })).user.id, member.id);
});

test('approvals in a session by the agency’s password are marked, until the client sets its own', async () => {
  const planned = await aPlannedClient({ words: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'] });
  const { client } = planned;
  assert.deepEqual(await approving(planned, client), [false, false, false]);
  await server.ask('edit-app-client-account', formOf(client, set));
  const byAgency = await signedIn(client, set);
  planned.as.as = byAgency;
  assert.deepEqual(await approving(planned, byAgency), [true, true, true]);
  await server.ask('edit-app-client-account', formOf(client, own), { as: byAgency });
  assert.deepEqual(
    await approving(planned, byAgency),
    [true, true, true],
    'it is still the session that the agency could have opened',
  );
  assert.deepEqual(await approving(planned, await signedIn(client, own)), [false, false, false]);

  await server.ask('edit-app-client-account', formOf(client, set));
  const { token, hash } = newToken();
  await db.asSystem((tx) =>
    insertLoginLink(tx, {
      agencyId: client.agencyId,
      userId: client.id,
      purpose: 'reset-password',
      tokenHash: hash,
      now: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 3_600_000),
    }),
  );
  await server.ask('reset-password', { password: own, confirm_password: own, password_token: token }, { as: null });
  planned.as.as = await signedIn(client, own);
  assert.deepEqual(await approving(planned, planned.as.as), [false, false, false]);
});

test('the first password of a client is the agency’s, also if a member added the client', async () => {
  const member = await aMember(db, owner);
  await server.ask(
    'add-app-client',
    { name: 'Added', email: 'first@example.test', password: set, earning: 0, frequency: 'weekly' },
    { as: member },
  );
  const { token } = await server.logIn({ email: 'first@example.test', password: set });
  const { rows } = await db.pool.query(
    `select s.by_agency_password from sessions s join users u on u.id = s.user_id where u.email = 'first@example.test'`,
  );
  assert.ok(token !== '');
  assert.deepEqual(rows, [{ by_agency_password: true }]);
});

test('a log-in while the agency sets the client’s password opens no session as the client’s own', async () => {
  const client = await aClient(db, owner, { password: old });
  await Promise.all([
    server.call('login', { email: client.email, password: old }, { as: null }),
    server.call('login', { email: client.email, password: set }, { as: null }),
    server.ask('edit-app-client-account', formOf(client, set)),
    server.call('login', { email: client.email, password: old }, { as: null }),
    server.call('login', { email: client.email, password: set }, { as: null }),
  ]);
  const { rows } = await db.pool.query('select from sessions where user_id = $1 and not by_agency_password', [
    client.id,
  ]);
  assert.equal(rows.length, 0);
});
