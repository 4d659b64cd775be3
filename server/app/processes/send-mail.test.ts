import assert from 'node:assert/strict';
import { SMTPServer } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';
import { buffer } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { queued, takeQueued } from '../testing/queue.ts';
import { aClient, anOwner, aServer } from '../testing/server.ts';
import { changeEmailMail, credentialsMail, enqueueMail, resetMail } from '../../base/mail/queries.ts';
import { jobs } from '../../base/jobs.ts';
import { sendMail } from './send-mail.job.ts';

const received: Email[] = [];
let losing: (() => void) | null = null;
const postbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (data, _session, done) => {
    buffer(data)
      .then((bytes) => PostalMime.parse(bytes))
      .then((mail) => {
        received.push(mail);
        if (losing === null) done();
        else losing();
      }, done);
  },
});
await new Promise<void>((resolve) => {
  postbox.listen(0, '127.0.0.1', resolve);
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      postbox.close(resolve);
    }),
);
const address = postbox.server.address();
const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({
  clock: () => new Date(time),
  config: { smtpUrl, publicUrl: 'https://app.example', mailFrom: 'Reel <mail@app.example>' },
});
const newPassword = 'Rainy-Day2?!';

/** Sends the queued mails, as the worker would; answers them. */
async function deliver(): Promise<Email[]> {
  received.length = 0;
  for (const mail of await takeQueued(server.db, jobs.sendMail))
    await sendMail(server.services)(mail, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 });
  return [...received];
}

const tokenIn = (mail: Email | undefined): string =>
  /https:\/\/app\.example\/reset-password\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
const reset = (token: string) =>
  server.call(
    'reset-password',
    { password: newPassword, confirm_password: newPassword, password_token: token },
    { as: null },
  );

test('a reset mail carries a link to our own address that works for an hour', async () => {
  const owner = await anOwner(server.db, { name: 'Mia <b>', email: 'mia@example.test' });
  await server.db.asAgency(owner.agencyId, (tx) => resetMail(tx, owner));
  const [mail] = await deliver();
  assert.equal(mail?.to?.[0]?.address, 'mia@example.test');
  assert.equal(mail.from?.address, 'mail@app.example');
  assert.equal(mail.subject, 'Reset your AgencyReel password');
  assert.doesNotMatch(mail.html ?? '', /Mia <b>/);
  time += 3_500_000;
  assert.equal((await reset(tokenIn(mail))).message, messages.resetDone);
});

test('a credentials mail carries the email, the sign-in address and a link for 72 hours, and no password', async () => {
  const email = 'new-client@example.test';
  await server.ask('add-app-client', {
    name: 'New Client',
    email,
    password: 'Sunny-Day1!',
    earning: 5,
    frequency: 'weekly',
    send: true,
  });
  const [mail] = await deliver();
  assert.equal(mail?.to?.[0]?.address, email);
  assert.match(mail.text ?? '', /Email: new-client@example\.test\nSign in at: https:\/\/app\.example\/login/);
  assert.doesNotMatch(`${mail.text}${mail.html}`, /Sunny-Day1!/);
  time += 71 * 3_600_000;
  assert.equal((await reset(tokenIn(mail))).message, messages.resetDone);
  assert.equal((await server.call('login', { email, password: newPassword }, { as: null })).code, 200);
});

test('no link waits in the queue, and a mail for a deleted person is not sent', async () => {
  const owner = await anOwner(server.db);
  await server.db.asAgency(owner.agencyId, (tx) => credentialsMail(tx, owner));
  assert.deepEqual(await queued(server.db, jobs.sendMail), [
    { letter: 'credentials', agencyId: owner.agencyId, userId: owner.id },
  ]);
  await server.db.pool.query('update users set deleted_at = now() where id = $1', [owner.id]);
  assert.deepEqual(await deliver(), []);
});

test('a link for another email goes to the new address, works for a day, and is stored only as a hash', async () => {
  const owner = await anOwner(server.db, { name: 'Mia' });
  await server.db.asAgency(owner.agencyId, (tx) => changeEmailMail(tx, { ...owner, newEmail: 'after@example.test' }));
  const [mail] = await deliver();
  assert.equal(mail?.to?.[0]?.address, 'after@example.test');
  assert.equal(mail.subject, 'Confirm your email for AgencyReel');
  const token = /https:\/\/app\.example\/confirm-email\?token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '';
  const { rows } = await server.db.pool.query('select from login_links where token_hash = sha256($1)', [
    Buffer.from(token),
  ]);
  assert.equal(rows.length, 1);
  time += 23 * 3_600_000;
  assert.equal((await server.call('confirm-email', { token }, { as: null })).code, 200);
});

test('a retried mail has the same connect link, and is not sent again once it is known to be delivered', async () => {
  const { link } = await server.ask('make-connect-link', {
    client_id: (await aClient(server.db, server.owner, { email: 'cleo@example.test' })).id,
    send: true,
  });
  const [job = {}] = await takeQueued(server.db, jobs.sendMail, { letter: 'connect-link' });
  const send = (smtp: string) =>
    sendMail({ ...server.services, config: { ...server.services.config, smtpUrl: smtp } })(job, {
      signal: new AbortController().signal,
      jobId: 'x',
      retryCount: 0,
    });
  const linkOf = (mail: Email | undefined): string =>
    /https:\/\/app\.example\/connect\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  received.length = 0;
  // The mail is accepted, and then the answer is lost.
  postbox.server.once('connection', (socket) => {
    losing = () => socket.destroy();
  });
  await assert.rejects(send(smtpUrl));
  losing = null;
  const first = linkOf(received[0]);
  assert.equal((await server.ask('open-connect-link', { token: first }, { as: null })).state, 'open');
  await send(smtpUrl);
  assert.deepEqual([received.length, linkOf(received[1])], [2, first]);
  assert.equal((await server.ask('open-connect-link', { token: first }, { as: null })).state, 'open');
  await send(smtpUrl);
  assert.equal(received.length, 2, 'it is known to be out');
  const { rows } = await server.db.pool.query<{ all: string }>(
    'select l::text as all from connect_links l where id = $1',
    [link.id],
  );
  assert.equal(rows[0]?.all.includes(first), false);
});

test('an address that has an account gets a notice instead of a link', async () => {
  const [owner, other] = [await anOwner(server.db), await anOwner(server.db)];
  await deliver();
  await server.db.asAgency(owner.agencyId, (tx) => changeEmailMail(tx, { ...owner, newEmail: other.email }));
  const [mail] = await deliver();
  assert.deepEqual([mail?.to?.[0]?.address, mail?.subject], [other.email, 'You already have an account at AgencyReel']);
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /token=/);
});

test('a mail is written if and only if its transaction commits', async () => {
  const mail = { to: 'a@example.test', subject: 'Hello', text: 'Words' };
  await assert.rejects(
    server.db.asSystem(async (tx) => {
      await enqueueMail(tx, mail);
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await deliver(), []);
  await server.db.asSystem((tx) => enqueueMail(tx, mail));
  assert.equal((await deliver())[0]?.text?.trim(), 'Words');
});

test('a client with the email of another account gets no link to it, but the reason', async () => {
  const there = await aClient(server.db, await anOwner(server.db), {
    email: 'elsewhere@example.test',
    password: 'Sunny-Day1!',
  });
  const form = { name: 'Anna', email: there.email, password: 'Windy-Day3!', earning: 5, frequency: 'weekly' } as const;
  const others = [await anOwner(server.db), await anOwner(server.db)];
  for (const [index, as] of others.entries()) {
    await server.ask('add-app-client', { ...form, send: index === 0 }, { as });
    const [mail, ...rest] = await deliver();
    assert.deepEqual([mail?.to?.[0]?.address, rest.length], [there.email, 0]);
    assert.match(mail?.subject ?? '', /has added you as a client/);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /reset-password/);
  }
  await server.ask('add-app-client', { ...form, email: 'nobody-else@example.test' }, { as: others[0] ?? null });
  assert.deepEqual(await deliver(), [], 'who is added without the mail ticked hears nothing otherwise');
});

test('an address gets five invitations of an agency an hour and ten a day; a refused one sends no mail', async () => {
  const owner = await anOwner(server.db, { membership: 'dfy' });
  const as = { as: owner };
  const member = await server.ask(
    'create-client',
    { name: 'Mark', email: 'invited@example.test', password: 'Sunny-Day1!', type: 'team_member', send: true },
    as,
  );
  const invite = () => server.call('invite-team-member', { id: member.id }, as);
  const codes = (replies: readonly { code: number }[]) => replies.map(({ code }) => code).toSorted((a, b) => a - b);
  assert.deepEqual(codes(await Promise.all(Array.from({ length: 6 }, invite))), [200, 200, 200, 200, 429, 429]);
  assert.equal((await invite()).message, messages.mailTooMany);
  assert.equal((await deliver()).length, 5);
  time += 3_601_000;
  for (let count = 0; count < 5; count += 1) assert.equal((await invite()).code, 200);
  time += 3_601_000;
  assert.equal((await invite()).code, 429, 'the day has had its ten');
  await deliver();
  time += 86_400_000;
  assert.equal((await invite()).code, 200);
  await deliver();
});

test('mails beyond sixty an hour to one address wait in the queue, and are sent later', async () => {
  const { db } = server;
  const written = (number: number) => ({
    to: number % 2 === 0 ? 'busy@example.test' : 'Busy@Example.test',
    subject: `Mail ${number}`,
    text: 'Words',
  });
  await db.asSystem(async (tx) => {
    for (let number = 0; number < 63; number += 1) await enqueueMail(tx, written(number));
  });
  assert.equal((await deliver()).length, 60);
  const { rows } = await db.pool.query<{ subject: string; is_later: boolean }>(
    `select data ->> 'subject' as subject, start_after > $1 as is_later from pgboss.job where name = $2`,
    [new Date(time + 3_000_000), jobs.sendMail.name],
  );
  assert.deepEqual(
    rows.map(({ is_later: isLater }) => isLater),
    [true, true, true],
  );
  time += 3_601_000;
  assert.deepEqual(
    new Set((await deliver()).map(({ subject }) => subject)),
    new Set(rows.map(({ subject }) => subject)),
  );
});

test('a mail that the mail server refused does not count', async () => {
  const { db } = server;
  const broken = sendMail({ ...server.services, config: { ...server.services.config, smtpUrl: 'smtp://127.0.0.1:1' } });
  const data = { letter: 'written', agencyId: '', to: 'down@example.test', subject: 'S', text: 'T', html: '' };
  for (let tries = 0; tries < 61; tries += 1)
    await assert.rejects(broken(data, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 }));
  await db.asSystem((tx) => enqueueMail(tx, { to: data.to, subject: 'At last', text: 'T' }));
  assert.deepEqual(
    (await deliver()).map(({ subject }) => subject),
    ['At last'],
  );
});
