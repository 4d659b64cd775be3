import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { anOwner } from '../../app/testing/server.ts';
import { aStripeServer, keys } from './testing.ts';

const { server, db, at, deliverNew, happens, buyersOf, objects, aSale, aBuyer } = await aStripeServer();

const errorsOf = (reply: object): Record<string, string> =>
  z.object({ errors: z.record(z.string(), z.string()).default({}) }).parse(reply).errors;

describe('a Stripe account', () => {
  test('a Stripe account is connected by a restricted key, shown by its last four characters only', async () => {
    const as = await anOwner(db);
    const account = await server.ask('stripe-connect', { name: 'Main', secretKey: keys.restricted }, { as });
    assert.deepEqual([account.username, account.last4, account.live], ['Main', '0002', false]);
    assert.ok(account.rights.every(({ state }) => state === 'right'));
    const { stripe } = await server.ask('fetch-social-accounts', {}, { as });
    assert.deepEqual(stripe, [account]);
    const { rows } = await db.pool.query('select * from stripe_accounts where agency_id = $1', [as.agencyId]);
    assert.doesNotMatch(JSON.stringify(rows), /sandboxSunrise|whsec_/);
    assert.doesNotMatch(JSON.stringify(stripe) + server.log.join(''), /sandboxSunrise|whsec_/);
  });

  test('a key that lacks a permission is refused, and the error names the permission', async () => {
    const as = await anOwner(db);
    const reply = await server.call('stripe-connect', { name: 'Main', secretKey: keys.withoutPortal }, { as });
    assert.equal(reply.code, 422);
    assert.match(reply.message, /Customer portal \(rak_customer_portal_write\)/);
    const unknown = await server.call('stripe-connect', { name: 'M', secretKey: 'sk_test_12345678' }, { as });
    assert.deepEqual([unknown.code, unknown.message], [422, messages.stripeKeyRefused]);
    const none = await server.call('stripe-connect', { name: 'M', secretKey: 'pk_test_12345678' }, { as });
    assert.equal(none.code, 422);
    assert.deepEqual((await server.ask('fetch-social-accounts', {}, { as })).stripe, []);
  });

  test('a Stripe account that is connected again gets the other key and keeps one endpoint', async () => {
    const as = await anOwner(db);
    const before = objects('webhook_endpoint').length;
    const first = await server.ask('stripe-connect', { name: 'Main', secretKey: keys.restricted }, { as });
    const second = await server.ask('stripe-connect', { name: 'Main', secretKey: keys.full }, { as });
    assert.deepEqual([second.id, second.last4], [first.id, '0001']);
    assert.equal(objects('webhook_endpoint').length, before + 1);
    await server.ask('delete-stripe', { id: first.id, user_id: as.id }, { as });
    assert.equal(objects('webhook_endpoint').length, before);
  });
});

describe('a membership', () => {
  test('a membership is sold for a price in cents, and a changed price gets another price object', async () => {
    const { seller: as, membership, payment, host } = await aSale();
    assert.equal(membership.domain, `https://${host}/join/${membership.id}`);
    const prices = () => objects('price').map(({ object }) => [object['unit_amount'], object['active']]);
    const before = prices().length;
    await server.ask('update-membership', { id: membership.id, payment: { ...payment, price: 24.5 } }, { as });
    assert.deepEqual(prices().slice(-2), [
      [1900, false],
      [2450, true],
    ]);
    const renamed = { id: membership.id, name: 'Renamed', payment: { ...payment, price: '24.50' } };
    await server.ask('update-membership', renamed, { as });
    assert.equal((await server.ask('fetch-membership', {}, { as }))[0]?.name, membership.name, 'its name stays');
    assert.equal(prices().length, before + 1);
    const [shown] = await server.ask('fetch-membership', {}, { as });
    assert.deepEqual([shown?.payment.price, shown?.plans, shown?.buyers], [24.5, ['dfy'], 0]);
    const interval = () => JSON.stringify(objects('price').at(-1)?.object['recurring']);
    assert.match(interval(), /"interval":"month"/);
    await server.ask('update-membership', { id: membership.id, payment: { ...payment, paytime: 'yearly' } }, { as });
    assert.match(interval(), /"interval":"year"/);
  });

  test('a second try after a lost answer makes no second product or price', async () => {
    const { seller: as, membership, payment } = await aSale();
    const count = () => [objects('product').length, objects('price').length];
    const [products = 0, prices = 0] = count();
    await db.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'connection lost'; end $$;
      create trigger refuse before insert or update on memberships for each row execute function refuse()`);
    const silver = { name: 'Silver', payment, plans: ['dfy' as const] };
    const dearer = { id: membership.id, payment: { ...payment, price: 29 } };
    assert.equal((await server.call('create-membership', silver, { as })).code, 500);
    assert.equal((await server.call('update-membership', dearer, { as })).code, 500);
    await db.pool.query('drop trigger refuse on memberships; drop function refuse');
    await server.ask('create-membership', silver, { as });
    await server.ask('update-membership', dearer, { as });
    assert.deepEqual(count(), [products + 1, prices + 2]);
    await server.ask('create-membership', silver, { as });
    assert.deepEqual(count(), [products + 2, prices + 3], 'the same terms on purpose are another product');
  });

  test('a wrong price is refused before a missing domain is', async () => {
    const as = await anOwner(db);
    const { id: accId } = await server.ask('stripe-connect', { name: 'Main', secretKey: keys.other }, { as });
    const create = (price: string | number, plans?: 'unlimited'[]) =>
      server.call('create-membership', { name: 'G', payment: { methodType: 'stripe', accId, price }, plans }, { as });
    for (const price of ['-1', '0', '1.999', 'x', -3]) {
      const reply = await create(price);
      assert.deepEqual([reply.code, Object.values(errorsOf(reply))], [422, [messages.priceInvalid]]);
    }
    assert.equal((await create('5', ['unlimited'])).code, 422);
    assert.deepEqual([(await create('5')).code, (await create('5')).message], [409, messages.whiteLabelNotActive]);
  });

  test('a membership of another seller cannot be seen, saved or sold', async () => {
    const { membership, payment, host } = await aSale();
    const otherAgency = await aSale();
    const as = otherAgency.seller;
    const theirs = { id: otherAgency.membership.id, payment };
    const replies = [
      await server.call('update-membership', { id: membership.id, payment: otherAgency.payment }, { as }),
      await server.call('update-membership', theirs, { as }),
      await server.call('create-membership', { name: 'X', payment, plans: ['dfy'] }, { as }),
      await server.call('delete-membership', { id: membership.id }, { as }),
      await server.call('delete-stripe', { id: payment.accId }, { as }),
    ];
    assert.deepEqual(
      replies.map(({ code }) => code),
      [404, 404, 404, 404, 404],
    );
    assert.equal((await at(otherAgency.host, 'fetch-offer', { id: membership.id })).code, 404);
    assert.equal((await at('localhost', 'fetch-offer', { id: membership.id })).code, 404);
    assert.equal((await at(host, 'fetch-offer', { id: membership.id })).code, 200);
  });

  test('a deleted membership is no longer on sale, and its buyers keep it', async () => {
    const { membership, seller: as, host, buyer } = await aBuyer();
    await server.ask('delete-membership', { id: membership.id }, { as });
    assert.equal((await at(host, 'join-membership', { id: membership.id, back: '' })).code, 404);
    await happens('renew');
    await deliverNew(as.agencyId);
    assert.deepEqual(await buyersOf(as.agencyId), [{ ...buyer, suspended: false }]);
  });

  test('a change of one membership leaves the others, and only buyers who still have it are counted', async () => {
    const { membership: gold, seller: as, payment } = await aBuyer();
    const silver = await server.ask('create-membership', { name: 'Silver', payment, plans: ['dfy'] }, { as });
    const shown = async () =>
      (await server.ask('fetch-membership', {}, { as })).map(({ id, payment: { price }, buyers }) => [
        id,
        price,
        buyers,
      ]);
    await server.ask('update-membership', { id: silver.id, payment: { ...payment, price: 7 } }, { as });
    await db.pool.query(
      `insert into subscriptions (agency_id, stripe_account_id, membership_id, subscription_id, customer_id, status,
         created_at) values ($1, $2, $3, 'sub_begun', 'cus_begun', 'incomplete', now())`,
      [as.agencyId, payment.accId, gold.id],
    );
    assert.deepEqual(await shown(), [
      [gold.id, 19, 1],
      [silver.id, 7, 0],
    ]);
    await db.pool.query(`update subscriptions set status = 'canceled' where membership_id = $1`, [gold.id]);
    await server.ask('delete-membership', { id: silver.id }, { as });
    assert.deepEqual(await shown(), [[gold.id, 19, 0]]);
  });

  test('a membership cannot be bought while the domain of its seller is not active', async () => {
    const { membership, seller, host } = await aSale();
    await db.pool.query(`update white_labels set state = 'waiting' where agency_id = $1`, [seller.agencyId]);
    assert.equal((await at(host, 'join-membership', { id: membership.id, back: '' })).code, 404);
  });
});
