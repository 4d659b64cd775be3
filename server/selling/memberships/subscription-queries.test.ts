/** One condition at a time of the statements about subscriptions and events. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deleteOld } from '../../base/retention/testing.ts';
import { ownSold, listBuyers } from './buyers.ts';
import { listMemberships } from './queries.ts';
import {
  beginLook,
  claimEvent,
  finishEvent,
  giveEventBack,
  listOfSeller,
  listToLookAt,
  lockSubscription,
  oldEvents,
} from './subscription-queries.ts';

const db = await testDatabase();
const now = new Date('2026-06-01T10:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const inserted = async (text: string, values: unknown[] = []): Promise<string> => {
  const { rows } = await db.pool.query<{ id: string }>(`${text} returning id`, values);
  const [row] = rows;
  assert.ok(row);
  return row.id;
};

/** A seller with two Stripe accounts, and a membership of the first. */
async function aSeller() {
  await db.pool.query('delete from agencies');
  const agencyId = await inserted(`insert into agencies (name) values ('Seller')`);
  const account = (name: string) =>
    inserted(
      `insert into stripe_accounts (agency_id, name, sealed_key, last4, is_live, endpoint_id, sealed_secret, checked_at,
         created_at) values ($1, $2, '', '', false, '', '', now(), now())`,
      [agencyId, name],
    );
  const [accountId, otherId] = [await account('one'), await account('other')];
  const membershipId = await inserted(
    `insert into memberships (agency_id, stripe_account_id, name, price_cents, period, plans, product_id, price_id,
       created_at) values ($1, $2, 'Gold', 1900, 'monthly', 'dfy', '', '', now())`,
    [agencyId, accountId],
  );
  const subscription = (of: string, name: string, buyer: string | null = null, status = 'active') =>
    inserted(
      `insert into subscriptions (agency_id, stripe_account_id, membership_id, subscription_id, customer_id, status,
         buyer_agency_id, created_at) values ($1, $2, $3, $4, '', $5, $6, now())`,
      [agencyId, of, membershipId, name, status, buyer],
    );
  const buyer = async (name: string) => {
    const id = await inserted('insert into agencies (name, seller_agency_id) values ($1, $2)', [name, agencyId]);
    const ownerId = await inserted(
      `insert into users (agency_id, role, name, email, is_white_label) values ($1, 'owner', $2, $3, true)`,
      [id, name, `${name}-${id}@buyer.test`],
    );
    return { id, ownerId };
  };
  const asSeller = <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(agencyId, work);
  return { agencyId, accountId, otherId, subscription, buyer, asSeller };
}

test('a reading begins for the one subscription of the one account that it names', async () => {
  const { accountId, otherId, subscription, asSeller } = await aSeller();
  await subscription(otherId, 'sub_1');
  await subscription(accountId, 'sub_0');
  const own = await subscription(accountId, 'sub_1');
  const begun = await asSeller((tx) => beginLook(tx, { stripeAccountId: accountId, subscriptionId: 'sub_1' }));
  assert.deepEqual(begun, { id: own, look: 1 });
  const { rows } = await db.pool.query('select sum(looks)::int as looks from subscriptions');
  assert.deepEqual(rows, [{ looks: 1 }]);
  const locked = (look: number) => asSeller((tx) => lockSubscription(tx, { id: own, look }));
  assert.deepEqual([(await locked(0))?.id, (await locked(1))?.id], [undefined, own]);
});

test('each buyer of a seller is found as itself, and only by its own seller', async () => {
  const { agencyId: sellerId, buyer } = await aSeller();
  const buyers = [await buyer('Ann'), await buyer('Bea')];
  const other = await inserted(`insert into agencies (name) values ('Other')`);
  for (const { id, ownerId } of buyers) {
    assert.equal(await db.asSystem((tx) => ownSold(tx, { sellerId, agencyId: id })), id);
    assert.equal(await db.asSystem((tx) => ownSold(tx, { sellerId: other, agencyId: id })), null);
    const listed = await db.asSystem((tx) => listBuyers(tx, sellerId, ownerId));
    assert.deepEqual(
      listed.map((row) => row.id),
      [ownerId],
    );
  }
  assert.equal((await db.asSystem((tx) => listBuyers(tx, sellerId))).length, 2);
});

test('a membership counts the subscriptions with a buyer that have not ended', async () => {
  const { agencyId, accountId, subscription, buyer, asSeller } = await aSeller();
  const { id } = await buyer('Ann');
  for (const [name, of, status] of [
    ['sub_1', id, 'active'],
    ['sub_2', null, 'active'],
    ['sub_3', null, 'active'],
    ['sub_4', id, 'canceled'],
    ['sub_5', id, 'incomplete_expired'],
    ['sub_6', id, 'past_due'],
    ['sub_7', null, 'active'],
  ] as const)
    await subscription(accountId, name, of, status);
  assert.deepEqual(
    (await asSeller((tx) => listMemberships(tx, agencyId))).map(({ buyers }) => buyers),
    [2],
  );
  assert.deepEqual(
    (await asSeller((tx) => listOfSeller(tx, agencyId))).map((row) => row.subscription_id),
    ['sub_1', 'sub_2', 'sub_3', 'sub_6', 'sub_7'],
  );
});

for (const [what, isRead] of [
  ['seen_at = null', true],
  [`seen_at = $1`, true],
  [`seen_at = $1 + interval '1 second'`, false],
  [`seen_at = null, status = 'canceled'`, false],
  [`seen_at = null, status = 'incomplete_expired'`, false],
  [`seen_at = $2 - interval '1 second', grace_until = $2`, true],
  [`seen_at = $2, grace_until = $2`, false],
  [`seen_at = $2 - interval '1 second', grace_until = $2 + interval '1 second'`, false],
] as const)
  test(`a subscription with “${what}” is ${isRead ? '' : 'not '}read ($1: a day ago, $2: now)`, async () => {
    const { accountId, subscription } = await aSeller();
    await subscription(accountId, 'sub_1');
    const until = later(-86_400);
    const [dayAgo, today] = [until, now].map((at) => `timestamptz '${at.toISOString()}'`);
    await db.pool.query(
      `update subscriptions set ${what.replaceAll('$1', dayAgo ?? '').replaceAll('$2', today ?? '')}`,
    );
    assert.equal((await db.asSystem((tx) => listToLookAt(tx, { until, now, limit: 9 }))).length, isRead ? 1 : 0);
  });

test('an event is claimed once an account, and again after two minutes unless it is done', async () => {
  const { agencyId, accountId, otherId, asSeller } = await aSeller();
  const claim = (stripeAccountId: string, at: Date, eventId = 'evt_1') =>
    asSeller((tx) => claimEvent(tx, { stripeAccountId, agencyId, eventId, now: at }));
  assert.deepEqual([await claim(accountId, now), await claim(accountId, later(120))], ['ours', 'busy']);
  assert.equal(await claim(otherId, now), 'ours');
  await asSeller((tx) => finishEvent(tx, { stripeAccountId: otherId, eventId: 'evt_1', now }));
  assert.equal(await claim(accountId, later(120)), 'busy', 'done for the other account');
  assert.equal(await claim(accountId, now, 'evt_0'), 'ours');
  await asSeller((tx) => finishEvent(tx, { stripeAccountId: accountId, eventId: 'evt_0', now }));
  assert.equal(await claim(accountId, later(120)), 'busy', 'another event is done');
  assert.equal(await claim(accountId, later(121)), 'ours');
  assert.equal(await claim(otherId, later(500)), 'done');
});

test('an event is given back by the account that claimed it, unless it is done', async () => {
  const { agencyId, accountId, otherId, asSeller } = await aSeller();
  const left = async () =>
    (await db.pool.query<{ id: string }>('select stripe_account_id as id from stripe_events order by 1')).rows.map(
      ({ id }) => id,
    );
  for (const stripeAccountId of [accountId, otherId])
    await asSeller((tx) => claimEvent(tx, { stripeAccountId, agencyId, eventId: 'evt_1', now }));
  await asSeller((tx) => giveEventBack(tx, { stripeAccountId: otherId, eventId: 'evt_1' }));
  assert.deepEqual(await left(), [accountId]);
  await asSeller((tx) => finishEvent(tx, { stripeAccountId: accountId, eventId: 'evt_1', now }));
  await asSeller((tx) => giveEventBack(tx, { stripeAccountId: accountId, eventId: 'evt_1' }));
  assert.deepEqual(await left(), [accountId]);
  await deleteOld(db, { retention: oldEvents, now: later(30 * 86_400) });
  assert.deepEqual(await left(), [accountId]);
  await deleteOld(db, { retention: oldEvents, now: later(30 * 86_400 + 1) });
  assert.deepEqual(await left(), []);
});
