import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { openNetworks } from '#networks/index.ts';
import type { TypedNetwork } from '#networks/network.ts';
import { aSandbox, keys } from '../../../sandbox/testing.ts';
import sentinels from '../../../sandbox/sentinels.json' with { type: 'json' };
import { checkLedger } from '../plan/ledger-check.ts';
import { runOn } from '../statements.ts';
import { aClock, aSchedule, aWorker, deliveriesOf } from '../testing.ts';

const db = await testDatabase();
const signal = new AbortController().signal;

/** Publishes one text through a real adapter and lets time pass until no delivery is open; returns the outcome. */
async function publishAndSettle(
  network: TypedNetwork,
  { words, input, copies }: { words: string; input: Record<string, string>; copies: () => number },
) {
  await db.pool.query('delete from agencies');
  await db.pool.query('delete from network_waits');
  const connected = await network.connect(input, { signal });
  assert.ok(connected.kind === 'connected', JSON.stringify(connected));
  const { account } = connected;
  const { scheduleId } = await aSchedule(db, { network: network.id });
  await db.pool.query('update items set description = $1', [words]);
  await db.pool.query('update social_accounts set external_id = $1, profile = $2', [
    account.externalId,
    JSON.stringify(account.profile),
  ]);
  const clock = aClock();
  const worker = aWorker(db, {
    networks: { [network.id]: network },
    clock,
    openCredentials: () => account.credentials,
  });
  for (let round = 0; round < 60; round += 1) {
    await worker.sweep();
    await worker.publishDue();
    await worker.settleDue();
    const [delivery] = await deliveriesOf(db, scheduleId);
    assert.ok(delivery);
    if (delivery.next_at.getTime() > clock.now().getTime() + 30 * 86_400_000) {
      assert.deepEqual(await checkLedger(runOn(db.pool)), []);
      return { state: delivery.state, postUrl: delivery.post_url, copies: copies() };
    }
    const {
      rows: [token],
    } = await db.pool.query<{ free_at: Date }>('select free_at from social_accounts');
    // The sandbox waits by its own clock: ours advances in growing steps, so that a network that keeps refusing reaches
    // its limit.
    const step = Math.min(3600, 2 ** round) * 1000;
    clock.set(
      new Date(Math.max(clock.now().getTime() + step, delivery.next_at.getTime(), token?.free_at.getTime() ?? 0)),
    );
  }
  return assert.fail('it was never settled');
}

/** The number of live copies that a state allows, which the engine promises. */
const promised: Record<string, (copies: number) => boolean> = {
  published: (copies) => copies === 1,
  failed: (copies) => copies === 0,
  cancelled: (copies) => copies === 0,
  missed: (copies) => copies === 0,
  uncertain: (copies) => copies <= 1,
};

test('whatever a network does, a post is published once, failed and absent, or left to a person', async (t) => {
  const sandbox = await aSandbox(t);
  const { networks, close } = openNetworks({
    telegramApiUrl: sandbox.telegramApiUrl,
    telegramWebUrl: sandbox.telegramWebUrl,
    mediumApiUrl: sandbox.mediumApiUrl,
    allowPrivateHosts: [new URL(sandbox.url).host],
  });
  t.onTestFinished(close);
  const inputs: Record<string, Record<string, string>> = {
    telegram: { bot_token: keys.sunrise, chat_id: '@sunrise_bakery' },
    wordpress: {
      url: `${sandbox.wordpressUrl}/sunrise-blog`,
      username: 'editor',
      password: 'abcd efgh ijkl mnop qrst uvwx',
    },
    medium: { access_token: keys.medium },
  };
  const live = (words: string): number =>
    [...sandbox.state.posts.values()].filter(
      ({ text, html, status }) => `${text}${html}`.includes(words) && !['draft', 'trash'].includes(status),
    ).length;

  let number = 0;
  for (const { text, kind, networks: spoken } of [
    { text: 'all is well', kind: 'none', networks: ['telegram', 'wordpress', 'medium'] },
    ...sentinels,
  ]) {
    for (const id of spoken) {
      const network = [networks.telegram, networks.wordpress, networks.medium].find((candidate) => candidate.id === id);
      const input = inputs[id];
      if (!network || !input || kind === 'slow') continue;
      number += 1;
      const words = `${text} number ${number}x`;
      const result = await publishAndSettle(network, { words, input, copies: () => live(`number ${number}x`) });
      assert.ok(
        promised[result.state]?.(result.copies),
        `${id}, ${text}: ${result.state} with ${result.copies} copies`,
      );
      if (kind === 'none') assert.equal(result.state, 'published', id);
      // WordPress can be searched by slug, so no existing post is left to a person.
      if (id === 'wordpress' && result.copies === 1) assert.equal(result.state, 'published', text);
    }
  }
  assert.ok(number > 30, `${number} cases`);
});
