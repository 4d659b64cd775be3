import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Network, Refreshed } from '#networks/network.ts';
import { jobs } from '../../base/jobs.ts';
import { aClock, aNetwork } from '../../publishing/testing.ts';
import { takeQueued } from '../../app/testing/queue.ts';
import { aServer } from '../../app/testing/server.ts';
import { renewAccounts } from './renew-accounts.job.ts';
import { anAccountWith, app } from './testing-renewing.ts';

const hour = 3600;

/**
 * An agency whose account expires in `endsIn` hours, with a post every hour from noon on, at a network that answers by
 * the script.
 */
async function anEndingAccount({
  endsIn,
  canRenew = true,
  items = 3,
}: {
  endsIn: number;
  canRenew?: boolean;
  items?: number;
}) {
  const clock = aClock('2026-06-01T09:30:00Z');
  const script: Refreshed[] = [];
  const asked = { times: 0 };
  const refresh: NonNullable<Network['refresh']> = () => {
    asked.times += 1;
    return Promise.resolve(
      script.shift() ?? {
        kind: 'refreshed',
        credentials: { token: 'next' },
        expiresAt: new Date(clock.now().getTime() + 100 * hour * 1000),
      },
    );
  };
  const { network } = aNetwork({ id: 'linkedin' });
  const server = await aServer({
    networks: { linkedin: canRenew ? { ...network, refresh } : network },
    clock: clock.now,
    config: { apps: { linkedin: app }, publicUrl: 'https://app.example' },
  });
  const { db, services } = server;
  const inHours = (hours: number) => ({
    credentials: { token: 'first' },
    expiresAt: new Date(clock.now().getTime() + hours * hour * 1000),
  });
  const { agencyId, connect } = await anAccountWith(server, inHours(endsIn), {
    network: 'linkedin',
    items,
    frequency: 'hourly',
    zone: 'Europe/Berlin',
    origin: '2026-06-01 12:00',
  });
  await db.pool.query(
    `insert into users (agency_id, role, name, email) values ($1, 'owner', 'Olga', 'olga@example.test')`,
    [agencyId],
  );
  const look = () => renewAccounts(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  const mails = () => takeQueued(db, jobs.sendMail);
  const account = async () =>
    (
      await db.pool.query<{ status: string; renewal_problem: string; expires_at: Date }>(
        'select status, renewal_problem, expires_at from social_accounts',
      )
    ).rows[0];
  return {
    clock,
    script,
    asked,
    server,
    agencyId,
    connect: (hours: number) => connect(inHours(hours)),
    look,
    mails,
    account,
  };
}

test('an account that expires within a day is renewed ahead of time, and nobody is notified', async () => {
  const stage = await anEndingAccount({ endsIn: 23 });
  await stage.look();
  await stage.look();
  assert.deepEqual([stage.asked.times, await stage.mails()], [1, []]);
});

test('an account that expires later is not renewed yet', async () => {
  const stage = await anEndingAccount({ endsIn: 25 });
  await stage.look();
  assert.equal(stage.asked.times, 0);
});

test('the owner is notified once per expiry that cannot be renewed, with the posts that need it', async () => {
  const stage = await anEndingAccount({ endsIn: 1, canRenew: false });
  await stage.look();
  const [mail, ...others] = await stage.mails();
  assert.deepEqual(
    [mail?.['to'], mail?.['subject'], others],
    ['olga@example.test', 'name on LinkedIn will stop working soon', []],
  );
  assert.match(
    mail?.['text'] ?? '',
    /"name" on LinkedIn \(Client\): ends 2026-06-01 12:30 \(Europe\/Berlin\)\. The network has no way to renew this connection\.\nThese posts depend on it:\n- 2026-06-01 13:00 \(Europe\/Berlin\) item 2\n- 2026-06-01 14:00 \(Europe\/Berlin\) item 3\n/,
  );
  assert.match(mail?.['text'] ?? '', /https:\/\/app\.example\/clients/);
  await stage.look();
  assert.deepEqual(await stage.mails(), []);
  await stage.connect(2);
  await stage.look();
  assert.equal((await stage.mails()).length, 1);
});

test('a refused renewal is reported while the account still works, and disconnects it after expiry', async () => {
  const stage = await anEndingAccount({ endsIn: 5 });
  stage.script.push({ kind: 'unauthorized', message: 'The member took the consent back.' });
  await stage.look();
  assert.equal((await stage.account())?.status, 'connected');
  assert.match((await stage.mails())[0]?.['text'] ?? '', /The member took the consent back\./);
  stage.clock.pass(5 * hour);
  await stage.look();
  await stage.look();
  assert.equal((await stage.account())?.status, 'needs-reconnecting');
  assert.deepEqual(
    (await stage.mails()).map(({ letter }) => letter),
    ['reconnect'],
  );
  assert.equal(stage.asked.times, 1);
});

test('a network that cannot be reached is a problem after three tries, and never disconnects', async () => {
  const stage = await anEndingAccount({ endsIn: 5 });
  for (let tries = 0; tries < 3; tries += 1) stage.script.push({ kind: 'unreachable', message: 'No route.' });
  const told: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await stage.look();
    told.push((await stage.mails()).length);
    stage.clock.pass(hour);
  }
  assert.deepEqual(told, [0, 0, 1]);
  await stage.look();
  const account = await stage.account();
  assert.deepEqual([account?.status, account?.renewal_problem, await stage.mails()], ['connected', '', []]);
});

test('posts beyond the limit of a mail are only counted', async () => {
  const stage = await anEndingAccount({ endsIn: 1, canRenew: false, items: 30 });
  await stage.look();
  assert.match((await stage.mails())[0]?.['text'] ?? '', /… and 19 more/);
});

test('an account that will fail is shown on the dashboard with the posts that need it', async () => {
  const stage = await anEndingAccount({ endsIn: 1, canRenew: false });
  await stage.look();
  await stage.server.db.pool.query('update users set agency_id = $1 where id = $2', [
    stage.agencyId,
    stage.server.owner.id,
  ]);
  await stage.server.db.pool.query('update sessions set agency_id = $1 where user_id = $2', [
    stage.agencyId,
    stage.server.owner.id,
  ]);
  await stage.server.db.pool.query(`update sessions set expires_at = 'infinity'`);
  const {
    needs_you: [need],
  } = await stage.server.ask('fetch-needs-you', {});
  assert.deepEqual([need?.kind, need?.title, need?.at], ['ending', 'name', '2026-06-01T10:30:00.000Z']);
  assert.equal(
    need?.message,
    'This connection ends soon and cannot be renewed by itself. The network has no way to renew this connection. 2 ' +
      'posts hang on it.',
  );
});
