import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aStripeServer, type SentEvent } from './testing.ts';

const stage = await aStripeServer();
const { aSeller, sell, buy, deliver, deliverNew, happens, buyersOf, objects, events, mails } = stage;
/** A seeded linear congruential generator: the same draws each time. */
let state = 18;
const draw = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return state / 2 ** 32;
};
const chance = (share: number): boolean => draw() < share;
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(draw() * list.length)];
const buyers = 40;
const happenings = ['renew', 'fail', 'authenticate', 'give-up', 'pay', 'cancel', 'cancel-later'] as const;
const atOnce = 8;

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, rank: draw() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);

async function sideBySide<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const worker = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test('a thousand events, shuffled, duplicated and forged, end in the accounts that Stripe has', async () => {
  const seller = await aSeller('storm.test');
  const { membership } = await sell(seller);
  for (let n = 0; n < buyers; n += 1) await buy('storm.test', membership.id, `buyer-${n}@storm.test`);
  await deliverNew(seller.agencyId);
  const ids = objects('subscription').map(({ object }) => object.id);
  const isOver = (id: string) => stage.sandbox.state.tables.stripe.get(id)?.object['status'] === 'canceled';
  while (events().length < 1000) {
    const id = pick(ids.filter((each) => !isOver(each)));
    // Few subscriptions end for good, so that some are always left.
    const what = pick(happenings);
    if (what !== undefined && (what !== 'cancel' || chance(0.1))) await happens(what, id);
  }
  const all = events();
  const doubled = all.filter(() => chance(0.3));
  const forged = all.filter(() => chance(0.1)).map((event) => ({ ...event, isForged: true }));
  const sent: (SentEvent & { isForged?: boolean })[] = shuffled([...all, ...doubled, ...forged]);
  const secret = stage.secret();
  const startedAt = performance.now();
  await sideBySide(sent, async (event) => {
    const under = { under: event.isForged === true ? 'whsec_forged' : secret };
    let status = await deliver(seller.agencyId, event, under);
    // Another process handles it: Stripe sends it again.
    while (status === 409) status = await deliver(seller.agencyId, event, under);
    assert.equal(status, event.isForged === true ? 400 : 200);
  });
  console.log(`${sent.length} events in ${Math.round(performance.now() - startedAt)} ms`);

  const model = objects('subscription').map(({ object }) => {
    const customer = stage.sandbox.state.tables.stripe.get(String(object['customer']))?.object['email'];
    return { email: String(customer), suspended: ['unpaid', 'canceled'].includes(String(object['status'])) };
  });
  const byEmail = (a: { email: string }, b: { email: string }): number => a.email.localeCompare(b.email);
  const found = (await buyersOf(seller.agencyId)).map(({ email, suspended }) => ({ email, suspended }));
  assert.deepEqual(found.toSorted(byEmail), model.toSorted(byEmail));
  assert.ok(model.some(({ suspended }) => suspended) && model.some(({ suspended }) => !suspended));
  const [first] = found;
  assert.ok((await mails(first?.email ?? '')).length < 100, 'nobody is flooded');
});
