/**
 * Adding a client whose email belongs to a person in another agency: the answer does not reveal it, and nobody loses
 * anything.
 */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { forgetExpired } from '../../app/processes/forget-expired.job.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';

const server = await aServer();
const password = 'Sunny-Day1!';
const form = (email: string) =>
  ({ name: 'Anna', email, password: 'Bread&Butter1!', earning: 5, frequency: 'weekly' }) as const;
const lettersOf = async ({ agencyId }: TestPerson) =>
  (await queued(server.db, jobs.sendMail, { agencyId }))
    .map(({ letter = '' }) => letter)
    .toSorted((a, b) => a.localeCompare(b));

/** A person's answer and later view, without values that always differ. */
async function traceOf(email: string, { send }: { send: boolean }) {
  const as = await anotherAgency(server.db);
  const { code, message, ...reply } = await server.call('add-app-client', { ...form(email), send }, { as });
  const list = await server.ask('fetch-app-client', {}, { as });
  const activity = await server.ask('fetch-activity', { timezone: 'UTC' }, { as });
  const plain = (row: { id: string; created: string; email: string }) => ({
    ...row,
    id: '',
    created: '',
    email: row.email.replace(/^.*@/, ''),
  });
  return {
    as,
    trace: {
      code,
      message,
      data: 'data' in reply ? reply.data.map(plain) : reply,
      listed: list.items.map(plain),
      total: list.total,
      said: activity.items.map(({ what }) => what),
      mails: await lettersOf(as),
    },
  };
}

for (const send of [false, true]) {
  test(`an email taken in another agency is answered like a free one${send ? ', also with a mail' : ''}`, async () => {
    const there = await aClient(server.db, await anotherAgency(server.db), {
      email: `taken-${send}@example.test`,
      password,
    });
    const [taken, free] = [
      await traceOf(there.email.toUpperCase(), { send }),
      await traceOf(`free-${send}@example.test`, { send }),
    ];
    assert.equal(taken.trace.message, messages.clientCreated);
    assert.deepEqual(taken.trace, free.trace);
  });
}

test('the first user of an email still logs in with it, and the added client does not', async () => {
  const there = await aClient(server.db, server.owner, { email: 'known@example.test', password });
  const { as } = await traceOf(there.email, { send: false });
  assert.equal((await server.logIn({ email: there.email, password })).user.id, there.id);
  assert.equal(
    (await server.call('login', { email: there.email, password: form('').password }, { as: null })).message,
    messages.loginWrong,
  );
  const again = await server.call('add-app-client', form(there.email), { as });
  assert.deepEqual(
    [again.code, again.message],
    [409, messages.emailTaken],
    'an agency may know that it has the email itself',
  );
});

test('two agencies can add the same email concurrently, and one of the clients can log in', async () => {
  const agencies = await Promise.all(Array.from({ length: 4 }, () => anotherAgency(server.db)));
  const replies = await Promise.all(
    agencies.map((as) => server.call('add-app-client', form('race@example.test'), { as })),
  );
  assert.deepEqual(
    replies.map(({ code }) => code),
    [200, 200, 200, 200],
  );
  const { rows } = await server.db.pool.query(
    `select from users where email = 'race@example.test' and not email_elsewhere`,
  );
  assert.equal(rows.length, 1);
});

test('if an agency adds the same email twice concurrently, one client is refused', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => server.call('add-app-client', form('twice@example.test'))));
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
});

test('once the email is free, a day later at most, the client can log in with its password', async () => {
  const there = await aClient(server.db, server.owner, { email: 'leaving@example.test', password });
  const [first] = [await traceOf(there.email, { send: false }), await traceOf(there.email, { send: false })];
  await server.ask('delete-client', { client_id: there.id });
  await forgetExpired(server.services)({}, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 });
  assert.equal(
    (await server.logIn({ email: there.email, password: form('').password })).user.id,
    first.trace.listed.length === 1 ? (await server.ask('fetch-app-client', {}, { as: first.as })).items[0]?.id : '',
  );
});
