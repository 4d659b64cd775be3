import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { waitsForLock } from '#db/testing-locks.ts';
import { beginLook, lockSubscription } from './subscription-queries.ts';
import { closeSeller } from './close-seller.ts';
import { lookAtSubscriptions } from './look-at-subscriptions.job.ts';
import { aStripeServer, keys } from './testing.ts';

let time = Date.parse('2026-06-01T10:00:00Z');
const day = 86_400_000;
const { server, db, sandbox, buy, pay, deliver, deliverNew, happens, buyersOf, mails, objects, events, aSale, aBuyer } =
  await aStripeServer(() => new Date(time));
const runJob = () =>
  lookAtSubscriptions(server.services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });

describe('a Stripe event', () => {
  test('an event counts only if that agency’s account signed it recently, and only once', async () => {
    const { host, membership, email, seller } = await aSale();
    const otherAgency = await aSale();
    await buy(host, membership.id, email);
    const event = events().find(({ body }) => body.includes('checkout.session.completed') && body.includes(email));
    assert.ok(event);
    const secretOf = (agencyId: string) =>
      z
        .string()
        .parse(
          objects('webhook_endpoint').find(({ object }) => String(object['url']).endsWith(`/${agencyId}`))?.hidden[
            'secret'
          ],
        );
    const own = secretOf(seller.agencyId);
    assert.equal(await deliver(seller.agencyId, event, { under: 'whsec_forged' }), 400);
    assert.equal(await deliver(seller.agencyId, event, { under: secretOf(otherAgency.seller.agencyId) }), 400);
    assert.equal(await deliver(otherAgency.seller.agencyId, event, { under: own }), 400);
    assert.equal(await deliver(seller.agencyId, event, { under: own, at: new Date(time - 400_000) }), 400);
    assert.equal(await deliver('999999', event, { under: own }), 400);
    assert.deepEqual(await buyersOf(seller.agencyId), []);
    assert.equal(await deliver(seller.agencyId, event, { under: own }), 200);
    const asked = objects('subscription').length;
    assert.equal(await deliver(seller.agencyId, event, { under: own }), 200);
    assert.equal((await buyersOf(seller.agencyId)).length, 1);
    assert.equal(objects('subscription').length, asked);
  });

  test('an event that another process handles is refused, so that Stripe sends it again', async () => {
    const { host, membership, email, seller, account } = await aSale();
    await buy(host, membership.id, email);
    const event = events().findLast(({ body }) => body.includes('customer.subscription.created'));
    assert.ok(event);
    await db.pool.query(
      'insert into stripe_events (stripe_account_id, event_id, agency_id, claimed_at) values ($1, $2, $3, $4)',
      [account.id, event.id, seller.agencyId, new Date(time)],
    );
    assert.equal(await deliver(seller.agencyId, event), 409);
    time += 121_000;
    assert.equal(await deliver(seller.agencyId, event), 200, 'the other process has vanished');
    assert.equal((await buyersOf(seller.agencyId)).length, 1);
  });

  test('the outcome of one event leaves other events and other accounts as they are', async () => {
    const { account: other } = await aSale();
    const { host, membership, email, seller, account } = await aSale();
    await buy(host, membership.id, email);
    const event = events().findLast(({ body }) => body.includes('customer.subscription.created'));
    assert.ok(event);
    const insert = (accountId: string, id: string, done: Date | null) =>
      db.pool.query(
        `insert into stripe_events (stripe_account_id, event_id, agency_id, claimed_at, done_at)
         select $1, $2, agency_id, $3, $4 from stripe_accounts where id = $1`,
        [accountId, id, new Date(time), done],
      );
    const stored = async () =>
      (
        await db.pool.query<{ event_id: string; account: string; is_done: boolean }>(
          `select event_id, stripe_account_id::text as account, done_at is not null as is_done from stripe_events
           where stripe_account_id = any($1::bigint[])`,
          [[account.id, other.id]],
        )
      ).rows.map((row) => `${row.event_id} ${row.account} ${row.is_done ? 'done' : 'claimed'}`);
    await insert(account.id, 'evt_0_claimed', null);
    await insert(other.id, 'evt_0_claimed', null);
    await insert(account.id, 'evt_1_done', new Date(time));
    const before = await stored();
    await fetch(`${sandbox.controlUrl}/stripe`, { method: 'POST', body: JSON.stringify({ refuse: [500] }) });
    assert.equal(await deliver(seller.agencyId, event), 500);
    assert.deepEqual(new Set(await stored()), new Set(before));
    await insert(account.id, event.id, null);
    await insert(other.id, event.id, new Date(time));
    assert.equal(await deliver(seller.agencyId, event), 409, 'only the other account has handled it');
    await db.pool.query('delete from stripe_events where event_id = $1', [event.id]);
    assert.equal(await deliver(seller.agencyId, event), 200);
    assert.deepEqual(new Set(await stored()), new Set([...before, `${event.id} ${account.id} done`]));
  });

  test('a subscription is read once a day until it has ended', async () => {
    const { seller } = await aBuyer();
    const looks = async () =>
      (
        await db.pool.query<{ looks: number }>('select looks from subscriptions where agency_id = $1', [
          seller.agencyId,
        ])
      ).rows[0]?.looks;
    const seen = (await looks()) ?? 0;
    await runJob();
    assert.equal(await looks(), seen, 'it has just been read');
    time += 20 * 3_600_000 + 1000;
    await runJob();
    assert.equal(await looks(), seen + 1);
    await db.pool.query(`update subscriptions set status = 'canceled' where agency_id = $1`, [seller.agencyId]);
    time += day - 20 * 3_600_000 - 2000;
    await runJob();
    assert.equal(await looks(), seen + 1, 'it has ended');
  });

  test('of two readings of a subscription only the newer one is recorded, and others are not touched', async () => {
    const [one, other] = [await aBuyer(), await aBuyer()];
    const { rows } = await db.pool.query<{ id: string; subscription_id: string; stripe_account_id: string }>(
      'select id, subscription_id, stripe_account_id from subscriptions where agency_id = any($1) order by id',
      [[one.seller.agencyId, other.seller.agencyId]],
    );
    const [own, foreign] = rows;
    assert.ok(own && foreign);
    await db.pool.query('update subscriptions set looks = 5 where id = any($1)', [[own.id, foreign.id]]);
    const key = { stripeAccountId: own.stripe_account_id, subscriptionId: own.subscription_id };
    const [older, newer] = [
      await db.asSystem((tx) => beginLook(tx, key)),
      await db.asSystem((tx) => beginLook(tx, key)),
    ];
    assert.deepEqual(
      [older, newer],
      [6, 7].map((look) => ({ id: own.id, look })),
    );
    await db.pool.query('update subscriptions set looks = 7 where id = $1', [foreign.id]);
    let waiting: Promise<unknown> | undefined;
    await db.asSystem(async (tx) => {
      assert.equal(older && (await lockSubscription(tx, older)), undefined);
      assert.equal((newer && (await lockSubscription(tx, newer)))?.id, own.id);
      waiting = db.asSystem((second) => lockSubscription(second, { id: own.id, look: 7 }));
      await waitsForLock(db, waiting);
    });
    await waiting;
  });

  test('a subscription whose metadata names the buyer of another seller does not reach that buyer', async () => {
    const { buyer: victim } = await aBuyer();
    const { seller, membership } = await aSale();
    const { rows } = await db.pool.query<{ price_id: string }>('select price_id from memberships where id = $1', [
      membership.id,
    ]);
    const session = await fetch(`${sandbox.stripeApiUrl}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.full}` },
      body: new URLSearchParams({
        mode: 'subscription',
        'line_items[0][price]': rows[0]?.price_id ?? '',
        success_url: 'http://localhost/',
        'subscription_data[metadata][agencyreel]': seller.agencyId,
        'subscription_data[metadata][membership]': membership.id,
        'subscription_data[metadata][buyer]': victim.agency_id,
      }),
    });
    const { url } = z.object({ url: z.string() }).parse(await session.json());
    await pay(url, 'accomplice@buyer.test');
    await deliverNew(seller.agencyId);
    const { rows: bought } = await db.pool.query('select buyer_agency_id from subscriptions where agency_id = $1', [
      seller.agencyId,
    ]);
    const [own] = await buyersOf(seller.agencyId);
    assert.deepEqual([own?.email, bought], ['accomplice@buyer.test', [{ buyer_agency_id: own?.agency_id }]]);
  });

  test('a subscription that is not paid yet gets its buyer once it is', async () => {
    const { host, membership, email, seller } = await aSale();
    await buy(host, membership.id, email);
    const bought = objects('subscription').at(-1);
    const event = events().findLast(({ body }) => body.includes('customer.subscription.created'));
    assert.ok(bought && event);
    bought.object['status'] = 'incomplete';
    assert.equal(await deliver(seller.agencyId, event), 200);
    assert.deepEqual(await buyersOf(seller.agencyId), []);
    bought.object['status'] = 'active';
    await happens('pay', bought.object.id);
    await deliverNew(seller.agencyId);
    assert.deepEqual(
      (await buyersOf(seller.agencyId)).map((buyer) => buyer.email),
      [email],
    );
  });

  test('an event is processed later if Stripe cannot be read now', async () => {
    const { host, membership, email, seller } = await aSale();
    await buy(host, membership.id, email);
    const event = events().findLast(({ body }) => body.includes('customer.subscription.created'));
    assert.ok(event);
    await fetch(`${sandbox.controlUrl}/stripe`, { method: 'POST', body: JSON.stringify({ refuse: [500] }) });
    assert.equal(await deliver(seller.agencyId, event), 500);
    assert.deepEqual(await buyersOf(seller.agencyId), []);
    assert.equal(await deliver(seller.agencyId, event), 200);
    assert.equal((await buyersOf(seller.agencyId)).length, 1);
  });

  test('an event of a cheaper product whose metadata names one of our memberships is ignored', async () => {
    const { seller, membership, account } = await aSale();
    const call = async (path: string, form: Record<string, string>) => {
      const reply = await fetch(`${sandbox.stripeApiUrl}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.full}` },
        body: new URLSearchParams(form),
      });
      return z.object({ id: z.string(), url: z.string().nullish() }).parse(await reply.json());
    };
    const product = await call('products', { name: 'Cheap' });
    const price = await call('prices', {
      product: product.id,
      unit_amount: '1',
      currency: 'usd',
      'recurring[interval]': 'month',
    });
    const session = await call('checkout/sessions', {
      mode: 'subscription',
      'line_items[0][price]': price.id,
      success_url: 'http://localhost/',
      'subscription_data[metadata][agencyreel]': seller.agencyId,
      'subscription_data[metadata][membership]': membership.id,
    });
    await pay(session.url ?? '', 'cheap@buyer.test');
    await deliverNew(seller.agencyId);
    assert.deepEqual(await buyersOf(seller.agencyId), []);
    assert.ok(account.id);
  });

  test('the nightly reading catches up on an event that never came', async () => {
    const { seller, buyer } = await aBuyer();
    await happens('cancel');
    for (const { id } of events()) assert.ok(id);
    time += day;
    await runJob();
    assert.deepEqual(await buyersOf(seller.agencyId), [{ ...buyer, suspended: true }]);
  });
});

test('a key that loses a permission is noticed within a day, and its owner is mailed once', async () => {
  const { seller } = await aSale();
  const revoked = JSON.stringify({ revoke: keys.full });
  await fetch(`${sandbox.controlUrl}/stripe`, { method: 'POST', body: revoked });
  time += day;
  await runJob();
  const mailedAt = async () =>
    (
      await db.pool.query<{ at: Date }>('select mailed_at as at from stripe_accounts where agency_id = $1', [
        seller.agencyId,
      ])
    ).rows[0]?.at;
  const first = await mailedAt();
  assert.ok(first);
  time += day;
  await runJob();
  sandbox.stripe.revoked.clear();
  assert.deepEqual(await mails(seller.email), ['Your Stripe account needs attention']);
  assert.deepEqual(await mailedAt(), first);
  const { stripe } = await server.ask('fetch-social-accounts', {}, { as: seller });
  assert.ok(stripe[0]?.rights.every(({ state }) => state === 'missing'));
});

test('permissions that cannot be tested stay as they were', async () => {
  const { seller: as } = await aSale();
  time += day;
  await fetch(`${sandbox.controlUrl}/stripe`, {
    method: 'POST',
    body: JSON.stringify({ refuse: Array(200).fill(500) }),
  });
  await runJob();
  sandbox.stripe.refusals.length = 0;
  const { stripe } = await server.ask('fetch-social-accounts', {}, { as });
  assert.deepEqual([...new Set(stripe[0]?.rights.map(({ state }) => state))], ['right']);
});

test('when the seller is deleted, its buyers are not charged, are suspended, and are mailed', async () => {
  const { seller: otherSeller, buyer: otherBuyer } = await aBuyer();
  const { seller, buyer, email } = await aBuyer();
  await closeSeller(server.services, seller.agencyId);
  assert.deepEqual(await buyersOf(otherSeller.agencyId), [{ ...otherBuyer, suspended: false }]);
  assert.equal(objects('subscription').at(-1)?.object['status'], 'canceled');
  assert.deepEqual(await buyersOf(seller.agencyId), [{ ...buyer, suspended: true }]);
  assert.match((await mails(email)).join(), /membership has ended/);
  await closeSeller(server.services, seller.agencyId);
  await db.pool.query('delete from agencies where id = $1', [seller.agencyId]);
  const { rows } = await db.pool.query('select suspended_at is null as "isFree" from agencies where id = $1', [
    buyer.agency_id,
  ]);
  assert.deepEqual(rows, [{ isFree: false }]);
});
