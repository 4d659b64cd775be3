/** The posts of items that are deleted and restored: none is sent twice, and none is lost. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { aClock, aNetwork, aWorker, posts } from '../../publishing/testing.ts';
import { anAccount } from '../../planning/schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { aTextStream } from './testing.ts';

const hour = 3600;
const clock = aClock();
const outside = aNetwork();
const networks = { telegram: outside.network };
const server = await aServer({ networks, clock: clock.now });
const worker = aWorker(server.db, { networks, clock });
const sent = (): string => outside.feed.map(({ title }) => title.replace('On ', '')).join(' ');
const slow = { kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'Slow' } as const;
let accounts = 0;
const made: string[] = [];
beforeEach(async () => {
  for (const id of made.splice(0)) await server.call('delete-scheduler', { id });
  outside.feed.length = 0;
  outside.script.length = 0;
});

/** A stream with an hourly schedule, its first post in an hour. */
async function aPlan({ words = ['a', 'b', 'c'], repurpose = false, approval = false } = {}) {
  const client = await aClient(server.db, server.owner, { name: `Client ${(accounts += 1)}` });
  const details = { id: client.id, name: client.name, earning: 0, frequency: 'weekly' } as const;
  if (approval) await server.ask('edit-app-client-account', { ...details, approval: 'client' });
  const accountId = await anAccount(server, client, 'telegram', `bring-back-${accounts}`);
  const { id: streamId } = await aTextStream(server, words);
  const { items } = await server.ask('fetch-stream', { id: streamId });
  const idsOf = (some: readonly string[]) =>
    items.filter(({ description }) => some.includes(description)).map(({ id }) => id);
  const at = new Date(clock.now().getTime() + hour * 1000).toISOString();
  const { id: scheduleId } = await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: [accountId],
    schedule_date: at.slice(0, 10),
    hours: at.slice(11, 13),
    minutes: at.slice(14, 16),
    timezone: 'UTC',
    re_purpose: repurpose ? 1 : 0,
    schedule_type: 'hourly',
  });
  made.push(scheduleId);
  const plan = async () => (await server.ask('fetch-scheduler', { id: scheduleId })).items;
  return {
    client,
    details,
    accountId,
    scheduleId,
    streamId,
    /** Each post with the hours until it goes out. */
    plan: async () =>
      (await plan())
        .map(({ title, due_at: due, social_networks: [post] }) => {
          const hours = Math.round((new Date(due).getTime() - clock.now().getTime()) / 3_600_000);
          return `${title.replace('On ', '')} ${post?.state} ${hours}`;
        })
        .join(', '),
    remove: async (...some: string[]) => {
      const input = { content_stream_id: streamId, ids: idsOf(some) };
      const { deleted_at, ...stopped } = await server.ask('delete-stream-files', input);
      const again = async () => {
        const { deleted_at: at, ...counts } = await server.ask('delete-stream-files', { ...input, again: true });
        return { counts, restore: () => server.ask('restore-stream-files', { ...input, deleted_at: at }) };
      };
      return { stopped, again, restore: () => server.ask('restore-stream-files', { ...input, deleted_at }) };
    },
  };
}

async function goOn(hours: number): Promise<string> {
  for (let passed = 0; passed < hours; passed += 1) {
    clock.pass(hour);
    await worker.sweep();
    await worker.publishDue();
  }
  assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);
  return sent();
}

test('waiting posts are stopped and restored at their times, and each goes out once', async () => {
  const { plan, remove } = await aPlan();
  const before = await plan();
  const { stopped, restore } = await remove('a', 'c');
  assert.deepEqual(stopped, { stopped: 2, under_way: 0 });
  const { waiting, moved } = await restore();
  assert.deepEqual([waiting, moved, await plan()], [2, 0, before]);
  assert.equal(await goOn(4), 'a b c');
});

test('a repeated deletion reports again what it has stopped, and its posts go out once', async () => {
  const { plan, remove } = await aPlan();
  const before = await plan();
  const { stopped, again } = await remove('a', 'c');
  clock.pass(60);
  const { counts, restore } = await again();
  assert.deepEqual(counts, stopped);
  await restore();
  assert.equal(await plan(), before);
  assert.equal(await goOn(4), 'a b c');
});

test('a stopped post is not sent; one whose time has passed goes out at the next free time', async () => {
  const { remove, plan } = await aPlan();
  const { restore } = await remove('a', 'b');
  assert.equal(await goOn(1), '');
  const { waiting, moved } = await restore();
  assert.deepEqual([waiting, moved], [2, 1]);
  assert.equal(await plan(), 'a scheduled 3, b scheduled 1, c scheduled 2');
  assert.equal(await goOn(4), 'b c a');
});

test('a post taken from a worker and restored is sent once', async () => {
  const { remove } = await aPlan({ words: ['a'] });
  clock.pass(hour);
  outside.script.push(async (context, post) => {
    const { restore } = await remove('a');
    await restore();
    return posts(context, post);
  });
  await worker.publishDue();
  assert.equal(sent(), '');
  assert.equal(await goOn(2), 'a');
});

test('a post being sent cannot be stopped, and is retried if it did not get out', async () => {
  const { remove, plan } = await aPlan({ words: ['a', 'b'] });
  clock.pass(hour);
  outside.script.push(async (context) => {
    await context.fence({ payload: '' });
    await until(async () => (await plan()).startsWith('a sending'));
    const { stopped, restore, again } = await remove('a', 'b');
    assert.deepEqual(stopped, { stopped: 1, under_way: 1 });
    assert.deepEqual((await again()).counts, stopped);
    await restore();
    return slow;
  });
  await worker.publishDue();
  assert.equal(await goOn(3), 'a b');
});

test('a post withdrawn during an unsuccessful send waits again when its item is restored', async () => {
  const { remove, plan } = await aPlan({ words: ['a'] });
  clock.pass(hour);
  const deleted: { restore: () => Promise<unknown> }[] = [];
  outside.script.push(async (context) => {
    await context.fence({ payload: '' });
    deleted.push(await remove('a'));
    return slow;
  });
  await worker.publishDue();
  assert.match(await plan(), /^a cancelled/);
  for (const { restore } of deleted) await restore();
  assert.equal(await goOn(1), 'a');
});

test('a schedule that ended with its items continues when they are restored, and repeats all', async () => {
  const { remove, scheduleId } = await aPlan({ words: ['a', 'b'], repurpose: true });
  const stateOf = async () => (await server.ask('fetch-scheduler', { id: scheduleId })).schedule.state;
  await goOn(1);
  const { restore } = await remove('a', 'b');
  assert.equal(await stateOf(), 'finished');
  await restore();
  assert.equal(await stateOf(), 'active');
  assert.equal(await goOn(3), 'a b a b');
});

test('posts of a schedule that was moved meanwhile are restored at its new times', async () => {
  const { remove, scheduleId, plan } = await aPlan();
  const { restore } = await remove('b');
  await server.ask('move-schedulers', { ids: [scheduleId], days: 1 });
  const { moved } = await restore();
  assert.equal(moved, 1);
  assert.equal(await plan(), 'a scheduled 25, b scheduled 27, c scheduled 26');
});

test('a post of a deleted schedule or a deleted account is not restored', async () => {
  const { remove, scheduleId } = await aPlan();
  const { restore } = await remove('a', 'b');
  await server.ask('delete-scheduler', { id: scheduleId });
  assert.equal((await restore()).waiting, 0);
  const other = await aPlan();
  const again = await other.remove('a');
  await server.ask('delete-social', { id: other.accountId });
  assert.equal((await again.restore()).waiting, 0);
  assert.equal(await goOn(4), '');
});

test('restored posts keep their approvals: one still waits for its client, an approved one goes out', async () => {
  const { remove, plan, client } = await aPlan({ words: ['a', 'b'], approval: true });
  const waiting = async () => (await server.ask('fetch-approvals', {}, { as: client })).items;
  const [first, second] = await waiting();
  assert.ok(first && second);
  const { id, fingerprint, decision } = first;
  await server.ask('approve-posts', { posts: [{ id, fingerprint, decision }] }, { as: client });
  const { restore } = await remove('a', 'b');
  assert.deepEqual(await waiting(), []);
  await restore();
  assert.deepEqual(
    (await waiting()).map((post) => post.id),
    [second.id],
  );
  assert.equal(await plan(), 'a scheduled 1, b scheduled 2');
  assert.equal(await goOn(3), 'a');
});

test('posts restored for a client that must approve by now are held', async () => {
  const { remove, client, details } = await aPlan({ words: ['a', 'b'] });
  const { restore } = await remove('a');
  await server.ask('edit-app-client-account', { ...details, approval: 'client', approval_covers: true });
  await restore();
  assert.equal((await server.ask('fetch-approvals', {}, { as: client })).items.length, 2);
  assert.equal(await goOn(3), '');
});

test('the history of a post says who stopped it and who restored it', async () => {
  const { remove, scheduleId } = await aPlan({ words: ['a'] });
  const { restore } = await remove('a');
  await restore();
  const { items } = await server.ask('fetch-scheduler', { id: scheduleId });
  const delivery_id = items[0]?.social_networks[0]?.delivery_id ?? '';
  const { steps } = await server.ask('explain-delivery', { delivery_id });
  const said = steps.map(({ text }) => text).join(' ');
  assert.match(said, /took it out of the plan\. .* put it back into the plan\./);
});
