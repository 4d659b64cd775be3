/** A seller with a connected Stripe account of the sandbox, and buyers who pay there. */
import { z } from 'zod';
import { whenDone } from '#db/testing-ends.ts';
import { signatureOf } from '../../../sandbox/stripe/events.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { parseConfig } from '../../base/settings/config.ts';
import { jobs } from '../../base/jobs.ts';
import type { HostBrand } from '../../base/brand/index.ts';
import { rawRequest, sendRaw } from '../../app/http/testing-raw.ts';
import { queued } from '../../app/testing/queue.ts';
import { anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';

/** Keys of the sandbox's Stripe accounts. */
export const keys = {
  full: 'sk_test_sandboxSunriseSecretKey0001',
  restricted: 'rk_test_sandboxSunriseRestricted0002',
  withoutPortal: 'rk_test_sandboxSunriseNoPortal00003',
  other: 'sk_test_sandboxHarborSecretKey00005',
} as const;

/** The password of every owner in these tests. */
export const password = 'Sunny-Day1!';

const envelope = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });
const purchase = z.object({ url: z.string() });
/** A stored event of the sandbox, as Stripe would send it. */
export type SentEvent = { id: string; body: string };

/** A server whose Stripe is a sandbox of its own. The test delivers the events. */
export async function aStripeServer(clock: () => Date = () => new Date()) {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  whenDone(() => sandbox.stop());
  const brands = new Map<string, HostBrand>();
  const { addresses } = parseConfig({}, '/tmp');
  const server = await aServer({
    clock,
    hosts: { of: (host) => brands.get(host), close: () => Promise.resolve() },
    config: { publicUrl: 'http://127.0.0.1:9', addresses: { ...addresses, stripeApiUrl: sandbox.stripeApiUrl } },
  });
  const { db } = server;
  await fetch(`${sandbox.controlUrl}/stripe`, { method: 'POST', body: JSON.stringify({ sending: { dropEvery: 1 } }) });

  /** A seller whose white label is active at a host. */
  const aSeller = async (host: string): Promise<TestPerson> => {
    const owner = await anOwner(db, { password, membership: 'dfy__enterprise__unlimited' });
    await db.pool.query(
      `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
       values ($1, $2, '#112233', '#445566', $3, 'proof', 'active', now())`,
      [owner.agencyId, `Brand ${host}`, host],
    );
    brands.set(host, {
      agencyId: owner.agencyId,
      brand: { name: `Brand ${host}`, logo: null, color: { first: '#112233', second: '#445566' } },
    });
    return owner;
  };

  const sell = async (
    as: TestPerson,
    { key = keys.full, price = 19 }: { key?: string; price?: number | string } = {},
  ) => {
    // An account has at most sixteen endpoints, so the endpoints of sellers of earlier tests are removed.
    const endpoints = objects('webhook_endpoint');
    if (endpoints.length > 12) for (const { object } of endpoints) sandbox.state.tables.stripe.delete(object.id);
    const account = await server.ask('stripe-connect', { name: 'Main', secretKey: key }, { as });
    const payment = { methodType: 'stripe', accId: account.id, paytime: 'monthly', price } as const;
    const membership = await server.ask('create-membership', { name: 'Gold', payment, plans: ['dfy'] }, { as });
    return { account, membership, payment };
  };

  /** A call at a host without a login. */
  const at = async (host: string, call: string, input: object) => {
    const body = JSON.stringify(input);
    const head = [`host: ${host}`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
    const reply = await sendRaw(server.url, rawRequest(`POST /api/${call}`, head, body));
    return { code: reply.status, ...envelope.parse(JSON.parse(reply.body)) };
  };

  const pay = (url: string, email: string, name = 'Bea Buyer') =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay', email, name, card: '4242424242424242' }),
      redirect: 'manual',
    });

  /** Pays on Stripe's page; answers the redirect's address. No event has been delivered yet. */
  const buy = async (host: string, id: string, email: string): Promise<string> => {
    const { data } = await at(host, 'join-membership', { id, back: `https://${host}` });
    const paid = await pay(purchase.parse(data).url, email);
    return paid.headers.get('location') ?? '';
  };

  const objects = (kind: string) =>
    [...sandbox.state.tables.stripe.values()].filter((row) => row.object.object === kind);
  /** Every event so far, oldest first. */
  const events = (): SentEvent[] =>
    objects('event').map(({ object }) => ({ id: object.id, body: JSON.stringify(object) }));
  const secret = () => z.string().parse(objects('webhook_endpoint').at(-1)?.hidden['secret']);

  /** Delivers an event as Stripe does; answers the status. */
  const deliver = async (
    agencyId: string,
    { body }: Pick<SentEvent, 'body'>,
    { under = secret(), at: when = clock() }: { under?: string; at?: Date } = {},
  ): Promise<number> => {
    const signature = signatureOf(body, { secret: under, at: Math.floor(when.getTime() / 1000) });
    const reply = await server.send(`/stripe/webhook/${agencyId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });
    return reply.status;
  };
  const told = new Set<string>();
  /** Delivers every event that has not been delivered yet. */
  const deliverNew = async (agencyId: string): Promise<void> => {
    for (const event of events().filter(({ id }) => !told.has(id))) {
      told.add(event.id);
      const status = await deliver(agencyId, event);
      if (status !== 200) throw new Error(`an event was answered ${status}`);
    }
  };

  /** Triggers an event of the newest subscription, or of the one with this id. */
  const happens = async (does: string, subscription = ''): Promise<void> => {
    await fetch(`${sandbox.controlUrl}/stripe`, { method: 'POST', body: JSON.stringify({ does, subscription }) });
  };

  /** The buyers of a seller: email and whether suspended. */
  const buyersOf = async (sellerId: string) => {
    const { rows } = await db.pool.query<{ id: string; agency_id: string; email: string; suspended: boolean }>(
      `select u.id::text, u.agency_id::text, u.email, g.suspended_at is not null as suspended
       from agencies g join users u on u.agency_id = g.id and u.role = 'owner' and u.deleted_at is null
       where g.seller_agency_id = $1 order by u.id`,
      [sellerId],
    );
    return rows;
  };

  /** The subjects of the queued mails, oldest first. */
  const mails = async (to: string): Promise<string[]> =>
    (await queued(db, jobs.sendMail, { to })).map(({ subject = '' }) => subject);

  let sales = 0;
  /** A seller with a membership on sale at a host of its own. */
  const aSale = async () => {
    sales += 1;
    const host = `brand-${sales}.test`;
    const seller = await aSeller(host);
    return { host, seller, email: `buyer-${sales}@buyer.test`, ...(await sell(seller)) };
  };
  /** A seller as `aSale` creates it, with a buyer of its membership. */
  const aBuyer = async () => {
    const sale = await aSale();
    await buy(sale.host, sale.membership.id, sale.email);
    await deliverNew(sale.seller.agencyId);
    const [buyer] = await buyersOf(sale.seller.agencyId);
    if (buyer === undefined) throw new Error('nobody was made of the purchase');
    return { ...sale, buyer };
  };

  return {
    aSale,
    aBuyer,
    server,
    sandbox,
    db,
    brands,
    aSeller,
    sell,
    at,
    pay,
    buy,
    objects,
    events,
    secret,
    deliver,
    deliverNew,
    happens,
    buyersOf,
    mails,
  };
}
