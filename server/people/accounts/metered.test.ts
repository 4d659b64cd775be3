import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import type { Account, Engaged, Network, Outcome } from '#networks/network.ts';
import { aContent, aContext } from '../../../networks/testing.ts';
import { aNetwork, aSchedule } from '../../publishing/testing.ts';
import { costsOf } from './costs.ts';
import { metered } from './metered.ts';

const db = await testDatabase();
const prices = { post: 15_000, postWithLink: 200_000, read: 5_000, lookUp: 50_000 };
const figures = { likes: 1, comments: 1, shares: null, views: null, retweets: null };
const published: Outcome = { kind: 'published', postId: '1', postUrl: null };

/** An account at a network with prices; `answers` are what the network says, in order. */
async function aMeter({ limitMicros = null, answers = [] }: { limitMicros?: number | null; answers?: Outcome[] } = {}) {
  const { agencyId, accountIds } = await aSchedule(db, {});
  const clock = { now: new Date('2026-11-27T12:00:00Z') };
  const plain = aNetwork({ id: 'twitter' }).network;
  const engaged: Engaged = {
    kind: 'read',
    figures: new Map([
      ['1', figures],
      ['2', figures],
    ]),
    gone: ['3'],
  };
  const asked: string[] = [];
  const network: Network = {
    ...plain,
    limits: { ...plain.limits, captionLength: 280, lengthUnit: 'weighted', prices },
    publish: ({ text }) => {
      asked.push(text);
      return Promise.resolve(answers.shift() ?? published);
    },
    find: () => Promise.resolve({ kind: 'absent' }),
    engagement: () => Promise.resolve(engaged),
  };
  const accountId = accountIds[0] ?? '';
  const account: Account = {
    ref: { agencyId, accountId },
    externalId: '1',
    username: 'a',
    profile: {},
    credentials: {},
  };
  const given = metered(network, {
    db,
    clock: () => clock.now,
    limitMicros,
    onError: (error) => assert.fail(String(error)),
  });
  const cost = (now = clock.now, as = agencyId) =>
    db.asAgency(as, (tx) => costsOf(tx, { agencyId: as, accountIds: [accountId], now }));
  const publish = (text: string) => given.publish(aContent({ title: '', text }), account, aContext());
  const signal = AbortSignal.timeout(60_000);
  return { account, asked, clock, cost, network: given, publish, signal };
}

test('posts cost by their links, also where the answer was lost, and readings by the posts they return', async () => {
  const refusal: Outcome = { kind: 'rejected', message: 'no' };
  const lost: Outcome = { kind: 'unknown', message: 'cut' };
  const { account, cost, network, publish, signal } = await aMeter({ answers: [published, published, lost, refusal] });
  for (const text of ['Bread', 'See acme.agency', 'hello.txt', 'Rolls']) await publish(text);
  assert.equal(await cost(), 15_000 + 200_000 + 15_000);
  await network.engagement?.(['1', '2', '3'], account, { signal });
  await network.find?.(aContent(), account, { fencedAt: new Date(), remoteIds: {} }, { signal });
  assert.equal(await cost(), 230_000 + 10_000 + 50_000);
});

test('an account that has reached its limit waits for the next month', async () => {
  const { account, asked, clock, cost, network, publish, signal } = await aMeter({ limitMicros: 30_000 });
  await publish('one');
  await publish('two');
  const refused = await publish('three');
  assert.partialDeepStrictEqual(refused, { kind: 'rateLimited', scope: 'account', retryAfterSeconds: 3.5 * 86_400 });
  assert.match('message' in refused ? refused.message : '', /\$0\.03 a month/);
  assert.equal((await network.engagement?.(['1'], account, { signal }))?.kind, 'rateLimited');
  assert.deepEqual(asked, ['one', 'two']);
  clock.now = new Date('2026-12-01T00:00:00Z');
  assert.equal((await publish('three')).kind, 'published');
  assert.deepEqual([await cost(), await cost(new Date('2026-11-30T23:59:59Z'))], [15_000, 30_000]);
});

test('the costs of an account are those of its agency alone', async () => {
  const { account, cost, network } = await aMeter();
  const other = await aMeter();
  const ref = { agencyId: other.account.ref?.agencyId ?? '', accountId: account.ref?.accountId ?? '' };
  await network.publish(aContent(), { ...account, ref }, aContext());
  assert.deepEqual([await cost(), await cost(undefined, ref.agencyId)], [0, 0]);
});
