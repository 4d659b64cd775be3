import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { jobs } from '../../base/jobs.ts';
import { takeQueued } from '../../app/testing/queue.ts';
import { anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { insertEmailLink } from './email-queries.ts';
import { insertLoginLink } from './link-queries.ts';

const password = 'Sunny-Day1!';
const nobody = { as: null };
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });
let count = 0;
const aPersonWithPassword = () => anOwner(server.db, { email: `before-${(count += 1)}@example.test`, password });

const ask = (owner: TestPerson, email: string) => server.call('change-email', { email }, { as: owner });
const open = (token: string) => server.call('confirm-email', { token }, nobody);
const emailOf = async (owner: TestPerson) => (await server.ask('fetch-user', {}, { as: owner })).email;
/** Takes the queued mails out of the queue; the newest is last. */
const mails = () => takeQueued(server.db, jobs.sendMail);

const namesOfMails = async () =>
  (await mails()).map(({ letter = '' }) => letter).toSorted((a, b) => a.localeCompare(b));

async function aLink(owner: TestPerson, newEmail: string): Promise<string> {
  const { token, hash } = newToken();
  await server.db.asSystem((tx) =>
    insertEmailLink(tx, {
      agencyId: owner.agencyId,
      userId: owner.id,
      newEmail,
      tokenHash: hash,
      now: new Date(time),
      expiresAt: new Date(time + 86_400_000),
    }),
  );
  return token;
}

test('a request changes nothing yet: the new address gets a link, the current one a notice', async () => {
  const owner = await aPersonWithPassword();
  await mails();
  assert.equal((await ask(owner, 'After@example.test')).message, messages.emailLinkSent);
  assert.equal(await emailOf(owner), owner.email);
  const sent = await mails();
  assert.deepEqual(
    sent.find(({ letter }) => letter === 'change-email'),
    { letter: 'change-email', agencyId: owner.agencyId, userId: owner.id, newEmail: 'after@example.test' },
  );
  assert.deepEqual(
    sent.filter(({ to }) => to === owner.email).map(({ subject }) => subject),
    ['Somebody wants to change your AgencyReel email'],
  );
});

test('a request for a taken address gets the same answer and as many mails', async () => {
  const [owner, other] = [await aPersonWithPassword(), await aPersonWithPassword()];
  const free = await ask(owner, 'free@example.test');
  const freeMails = await namesOfMails();
  const taken = await ask(owner, other.email.toUpperCase());
  assert.deepEqual(taken, free);
  assert.deepEqual(await namesOfMails(), freeMails);
});

test('a request for the person’s own address is refused at its field, in any case', async () => {
  const owner = await aPersonWithPassword();
  await mails();
  assert.deepEqual(await ask(owner, owner.email.toUpperCase()), {
    code: 422,
    status: false,
    message: 'Email cannot be same',
    errors: { email: 'Email cannot be same' },
  });
  assert.deepEqual(await mails(), []);
});

test('a session that ends during its request gets no link', async () => {
  const owner = await aPersonWithPassword();
  await mails();
  const ending = await server.db.pool.connect();
  await ending.query('begin');
  await ending.query('delete from sessions where user_id = $1', [owner.id]);
  const asking = ask(owner, 'after@example.test');
  await waitsForLock(server.db, asking);
  await ending.query('commit');
  ending.release();
  assert.equal((await asking).code, 403);
  assert.deepEqual(await mails(), []);
});

test('the sixth request for another email in half an hour is refused', async () => {
  const owner = await aPersonWithPassword();
  time += 1_800_000;
  for (let wish = 0; wish < 5; wish += 1) assert.equal((await ask(owner, `wish-${wish}@example.test`)).code, 200);
  assert.equal((await ask(owner, 'wish-6@example.test')).code, 429);
});

test('an opened link changes the email once, keeps the session and cancels the old address’s resets', async () => {
  const owner = await aPersonWithPassword();
  const { token: resetToken, hash } = newToken();
  await server.db.asSystem((tx) =>
    insertLoginLink(tx, {
      agencyId: owner.agencyId,
      userId: owner.id,
      purpose: 'reset-password',
      tokenHash: hash,
      now: new Date(time),
      expiresAt: new Date(time + 3_600_000),
    }),
  );
  const token = await aLink(owner, 'moved@example.test');
  await mails();
  assert.deepEqual(await open(token), {
    code: 200,
    status: true,
    message: messages.emailChanged,
    data: { email: 'moved@example.test' },
  });
  assert.equal(await emailOf(owner), 'moved@example.test');
  assert.deepEqual(
    (await mails()).map(({ to, subject }) => [to, subject]),
    [[owner.email, 'Your AgencyReel email has been changed']],
  );
  assert.equal((await open(token)).message, messages.emailLinkInvalid);
  assert.equal((await server.call('login', { email: owner.email, password }, nobody)).code, 422);
  assert.equal((await server.call('login', { email: 'moved@example.test', password }, nobody)).code, 200);
  const reset = await server.call(
    'reset-password',
    { password: 'Rainy-Day2!', confirm_password: 'Rainy-Day2!', password_token: resetToken },
    nobody,
  );
  assert.equal(reset.message, messages.resetInvalid);
});

test('a link ends after a day, a later request or another password, and has no other purpose', async () => {
  const late = await aLink(await aPersonWithPassword(), 'late@example.test');
  time += 86_400_001;
  assert.equal((await open(late)).message, messages.emailLinkInvalid);

  const owner = await aPersonWithPassword();
  const first = await aLink(owner, 'first@example.test');
  const second = await aLink(owner, 'second@example.test');
  assert.equal((await open(first)).message, messages.emailLinkInvalid);
  await server.ask(
    'profile',
    { password, new_password: 'Rainy-Day2!', confirm_password: 'Rainy-Day2!' },
    { as: owner },
  );
  assert.equal((await open(second)).message, messages.emailLinkInvalid);

  const third = await aLink(owner, 'third@example.test');
  const reset = await server.call(
    'reset-password',
    { password, confirm_password: password, password_token: third },
    nobody,
  );
  assert.equal(reset.message, messages.resetInvalid);
});

test('if two links name the same address, the second one opened changes nothing', async () => {
  const [one, two] = [await aPersonWithPassword(), await aPersonWithPassword()];
  const [first, second] = [await aLink(one, 'wanted@example.test'), await aLink(two, 'wanted@example.test')];
  assert.equal((await open(first)).code, 200);
  assert.deepEqual([(await open(second)).code, await emailOf(two)], [409, two.email]);
});
