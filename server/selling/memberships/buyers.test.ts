import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { brandOf } from '../../base/brand/index.ts';
import { anOwner, aPerson } from '../../app/testing/server.ts';
import { lookAtSubscriptions } from './look-at-subscriptions.job.ts';
import { aStripeServer, password } from './testing.ts';

let time = Date.parse('2026-06-01T10:00:00Z');
const day = 86_400_000;
const { server, db, at, buy, pay, deliverNew, happens, buyersOf, mails, objects, aSale, aBuyer } = await aStripeServer(
  () => new Date(time),
);
const runJob = () =>
  lookAtSubscriptions(server.services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });

const errorsOf = (reply: object): Record<string, string> =>
  z.object({ errors: z.record(z.string(), z.string()).default({}) }).parse(reply).errors;

describe('a buyer', () => {
  test('a buyer gets a new agency with the plans, and a link to set a password', async () => {
    const { buyer, email, seller } = await aBuyer();
    assert.deepEqual([buyer.email, buyer.suspended], [email, false]);
    const { rows } = await db.pool.query(
      `select u.is_white_label, u.membership, u.password_hash, j.data->>'letter' as letter
       from users u join pgboss.job j on j.data->>'userId' = u.id::text where u.id = $1`,
      [buyer.id],
    );
    assert.deepEqual(rows, [{ is_white_label: true, membership: 'dfy', password_hash: null, letter: 'credentials' }]);
    const [user] = await server.ask('fetch-wl-users', {}, { as: seller });
    assert.deepEqual([user?.email, user?.state, user?.membership], [email, 'waiting', 'Gold']);
  });

  test('a buyer is created once, whether the page or the event comes first', async () => {
    const { host, membership, email, seller } = await aSale();
    const back = new URL(await buy(host, membership.id, email));
    const session = back.searchParams.get('session') ?? '';
    const ask = () => at(host, 'finish-joining', { id: membership.id, session });
    const [one, two] = await Promise.all([ask(), ask()]);
    assert.deepEqual(
      [one.data, two.data],
      [
        { paid: true, email },
        { paid: true, email },
      ],
    );
    await deliverNew(seller.agencyId);
    assert.equal((await buyersOf(seller.agencyId)).length, 1);
  });

  test('a buyer who does not pay is warned, suspended after a week, and active again once paid', async () => {
    const { seller, email } = await aBuyer();
    const states = async () => (await server.ask('fetch-wl-users', {}, { as: seller })).map(({ state }) => state);
    await happens('fail');
    await deliverNew(seller.agencyId);
    assert.deepEqual(await states(), ['grace']);
    time += 7 * day + 1000;
    await runJob();
    assert.deepEqual(await states(), ['suspended']);
    await happens('pay');
    await deliverNew(seller.agencyId);
    assert.deepEqual(await states(), ['waiting']);
    assert.deepEqual(
      (await mails(email)).map((subject) => subject.replace(/ (?:for )?Brand \S+/, '')),
      ['Your payment did not go through', 'Your account is suspended', 'Your account is active again'],
    );
  });

  test('a buyer whose bank requires a confirmation gets one mail with the invoice', async () => {
    const { seller, email } = await aBuyer();
    await happens('authenticate');
    await deliverNew(seller.agencyId);
    assert.deepEqual(
      (await mails(email)).map((subject) => subject.replace(/ Brand \S+/, '')),
      ['Please confirm your payment for'],
    );
  });

  test('a buyer who cancels is suspended, and another purchase restores the same agency', async () => {
    const { seller, buyer, email } = await aBuyer();
    await happens('cancel');
    await deliverNew(seller.agencyId);
    assert.equal((await buyersOf(seller.agencyId))[0]?.suspended, true);
    await db.pool.query(
      'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
      [buyer.id, seller.id],
    );
    const { token } = await server.logIn({ email, password });
    const as = { ...seller, id: buyer.id, agencyId: buyer.agency_id, token };
    const user = await server.ask('fetch-user', {}, { as });
    assert.deepEqual([user.isWL, user.suspended], [1, 'unpaid']);
    const [ended] = await server.ask('fetch-billing', {}, { as });
    assert.deepEqual([ended?.state, ended?.suspended], ['cancelled', 'unpaid']);
    const { url } = await server.ask('open-billing', { back: '' }, { as });
    await pay(url, email);
    await deliverNew(seller.agencyId);
    const [bill] = await server.ask('fetch-billing', {}, { as });
    assert.deepEqual([bill?.state, bill?.ends], ['good', null]);
    assert.match(bill?.next_payment ?? '', /^20\d\d-/);
    assert.deepEqual(await buyersOf(seller.agencyId), [{ ...buyer, suspended: false }]);
    const portal = await server.ask('open-billing', { back: '' }, { as });
    assert.match(portal.url, /\/portal\//);
    assert.doesNotMatch(server.log.join(''), /\/portal\/|bps_/);
    await db.pool.query(`update subscriptions set status = 'incomplete' where buyer_agency_id = $1`, [buyer.agency_id]);
    assert.equal((await server.ask('fetch-billing', {}, { as }))[0]?.state, 'over', 'its first payment is missing');
  });

  test('a buyer who cancels keeps the membership until the end of the period', async () => {
    const { seller, buyer } = await aBuyer();
    const dates = async () =>
      (
        await db.pool.query<{ renews_at: Date; ends_at: Date | null }>(
          'select renews_at, ends_at from subscriptions where buyer_agency_id = $1',
          [buyer.agency_id],
        )
      ).rows[0];
    assert.equal((await dates())?.ends_at, null);
    await happens('cancel-later');
    await deliverNew(seller.agencyId);
    const { renews_at: renewsAt, ends_at: endsAt } = (await dates()) ?? {};
    assert.ok(renewsAt);
    assert.deepEqual(endsAt, renewsAt);
    assert.equal((await buyersOf(seller.agencyId))[0]?.suspended, false);
  });

  test('a purchase is finished only at the page of its own membership', async () => {
    const { host, membership, payment, email, seller: as } = await aSale();
    const silver = await server.ask('create-membership', { name: 'Silver', payment, plans: ['dfy'] }, { as });
    const session = new URL(await buy(host, membership.id, email)).searchParams.get('session') ?? '';
    assert.equal((await at(host, 'finish-joining', { id: silver.id, session })).code, 404);
    assert.equal((await at(host, 'finish-joining', { id: membership.id, session })).code, 200);
  });

  test('a buyer cannot be seen or changed by another seller', async () => {
    const { buyer, seller } = await aBuyer();
    const { seller: as } = await aSale();
    const id = buyer.id;
    const passwords = { password, new_password: 'Other-Day1!', confirm_password: 'Other-Day1!' };
    assert.equal((await server.call('change-wl-profile', { id, name: 'X' }, { as })).code, 404);
    assert.equal((await server.call('change-wl-password', { id, ...passwords }, { as })).code, 404);
    assert.equal((await server.call('delete-wl-users', { id }, { as })).code, 404);
    assert.equal((await server.ask('fetch-wl-users', {}, { as: seller })).length, 1);
  });

  test('the seller changes a buyer’s name, and the password by entering the seller’s own', async () => {
    const { buyer, seller: as, email } = await aBuyer();
    const { id } = buyer;
    await server.ask('change-wl-profile', { id, name: 'Bella' }, { as });
    assert.equal((await server.ask('fetch-wl-users', {}, { as }))[0]?.name, 'Bella');
    const change = (input: { password: string; new_password: string; confirm_password: string }) =>
      server.call('change-wl-password', { id, ...input }, { as });
    const weak = await change({ password, new_password: 'weak', confirm_password: 'weak' });
    assert.equal(errorsOf(weak)['new_password'], messages.wlPasswordRule);
    const differs = await change({ password, new_password: 'Other-Day1!', confirm_password: 'x' });
    assert.equal(errorsOf(differs)['confirm_password'], 'Password is not matched!');
    const good = { new_password: 'Other-Day1!', confirm_password: 'Other-Day1!' };
    assert.equal((await change({ ...good, password: 'Wrong-Day1!' })).code, 422);
    assert.equal((await change({ ...good, password })).code, 200);
    const { token } = await server.logIn({ email, password: 'Other-Day1!' });
    const buyerItself = { ...as, id, agencyId: buyer.agency_id, token };
    assert.equal((await server.call('fetch-user', {}, { as: buyerItself })).code, 200);
    assert.equal((await change({ password, new_password: 'Third-Day1!', confirm_password: 'Third-Day1!' })).code, 200);
    assert.equal((await server.call('fetch-user', {}, { as: buyerItself })).code, 401, 'its sessions have ended');
  });

  test('a buyer keeps the seller’s brand, without its host, while the domain is released or waiting', async () => {
    const { buyer, seller, host } = await aBuyer();
    const brand = async (): Promise<[string, string | null]> => {
      const { name, host: own } = await db.asAgency(buyer.agency_id, (tx) => brandOf(tx));
      return [name, own];
    };
    const set = (state: string, next: string | null) =>
      db.pool.query('update white_labels set state = $2, host = $3 where agency_id = $1', [
        seller.agencyId,
        state,
        next,
      ]);
    assert.deepEqual(await brand(), [`Brand ${host}`, host]);
    await set('released', null);
    assert.deepEqual(await brand(), [`Brand ${host}`, null]);
    await set('waiting', 'next.test');
    assert.deepEqual(await brand(), [`Brand ${host}`, null]);
    assert.equal((await db.asAgency(seller.agencyId, (tx) => brandOf(tx))).name, 'AgencyReel', 'the seller’s own');
  });

  test('a deleted buyer is no longer charged', async () => {
    const { buyer, seller: as } = await aBuyer();
    await server.ask('delete-wl-users', { id: buyer.id }, { as });
    assert.equal(objects('subscription').at(-1)?.object['status'], 'canceled');
    await deliverNew(as.agencyId);
    assert.deepEqual([await server.ask('fetch-wl-users', {}, { as }), await buyersOf(as.agencyId)], [[], []]);
  });

  test('a buyer whose email belongs to another account chooses another one with the password', async () => {
    const { host, membership, seller } = await aSale();
    const somebody = await anOwner(db, { password });
    await buy(host, membership.id, somebody.email);
    await deliverNew(seller.agencyId);
    const [buyer] = await buyersOf(seller.agencyId);
    await db.pool.query(
      `insert into login_links (agency_id, user_id, purpose, token_hash, created_at, expires_at)
       values ($1, $2, 'set-password', sha256('token'), now(), $3)`,
      [buyer?.agency_id, buyer?.id, new Date(time + day)],
    );
    const set = (more: object) =>
      server.call(
        'reset-password',
        { password: 'Other-Day1!', confirm_password: 'Other-Day1!', password_token: 'token', ...more },
        { as: null },
      );
    assert.equal(errorsOf(await set({}))['email'], messages.emailToChoose);
    assert.equal(errorsOf(await set({ email: somebody.email }))['email'], messages.emailTaken);
    assert.equal((await set({ email: 'chosen@buyer.test' })).code, 200);
    assert.ok((await server.logIn({ email: 'chosen@buyer.test', password: 'Other-Day1!' })).token);
    assert.ok((await server.logIn({ email: somebody.email, password })).token);
  });

  test('what happens to one buyer leaves the buyers of others as they are', async () => {
    const { seller } = await aBuyer();
    const states = async () => (await server.ask('fetch-wl-users', {}, { as: seller })).map(({ state }) => state);
    const { seller: other } = await aBuyer();
    await happens('fail');
    await deliverNew(other.agencyId);
    assert.deepEqual(
      [await states(), (await server.ask('fetch-wl-users', {}, { as: other })).map(({ state }) => state)],
      [['waiting'], ['grace']],
    );
  });

  test('only the owner of an agency that was sold is listed as a buyer', async () => {
    const { buyer, seller: as } = await aBuyer();
    const listed = async () => (await server.ask('fetch-wl-users', {}, { as })).map(({ id }) => id);
    await aPerson(db, { role: 'member', agencyId: buyer.agency_id });
    await db.pool.query('update users set is_white_label = true where agency_id = $1', [buyer.agency_id]);
    assert.deepEqual(await listed(), [buyer.id]);
    for (const [set, back] of [
      ['is_reseller = true', 'is_reseller = false'],
      ['is_white_label = false', 'is_white_label = true'],
      ['deleted_at = now()', 'deleted_at = null'],
    ]) {
      await db.pool.query(`update users set ${set} where id = $1`, [buyer.id]);
      assert.deepEqual(await listed(), [], set);
      await db.pool.query(`update users set ${back} where id = $1`, [buyer.id]);
    }
    assert.deepEqual(await listed(), [buyer.id]);
  });
});
