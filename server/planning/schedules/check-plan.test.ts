import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { aStream, aTextStream, aVideo } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { anAccount, anOrder, settle } from './testing.ts';

const twitter = aNetwork({ id: 'twitter' }).network;
const linkedin = aNetwork({ id: 'linkedin' }).network;
const server = await aServer({
  clock: () => new Date('2026-06-01T12:00:00Z'),
  networks: {
    twitter: { ...twitter, limits: { ...twitter.limits, textLength: 8, videoSeconds: 1, refusedRepeats: 'any' } },
    linkedin: { ...linkedin, limits: { ...linkedin.limits, gapSeconds: 600 } },
  },
});
const client = await aClient(server.db, server.owner);
const words = await aTextStream(server, ['one', 'two', 'three']);
const xAccount = await anAccount(server, client, 'twitter', 'x');
const inAccount = await anAccount(server, client, 'linkedin', 'in');
const order = anOrder({ user_client_id: client.id, content_stream_id: words.id, social_accounts: [inAccount] });
const short = async (input: Parameters<typeof server.ask<'check-plan'>>[1]) =>
  (await server.ask('check-plan', input)).problems.map(
    ({ rule, network, account_ids: ids, post_count: count, start }) => [rule, network, ids, count, start],
  );

test('the check of a plan names what its networks would refuse or cut, before anything is written', async () => {
  assert.deepEqual(await short(order), []);
  assert.deepEqual(await short({ ...order, social_accounts: [xAccount, inAccount], re_purpose: 1 }), [
    ['second-round', 'twitter', [xAccount], 3, null],
    ['length', 'twitter', [xAccount], 3, null],
  ]);
  assert.equal((await server.ask('fetch-schedulers', {})).total, 0);
});

test('a video that is too long is named with its position and the reason', async () => {
  const videos = await aStream(server, 'video');
  for (const [name, seconds] of [
    ['short.mp4', 1],
    ['long.mp4', 3],
  ] as const)
    await server.upload(
      'stream',
      { content_stream_id: videos.id },
      { field: 'stream', name, bytes: await aVideo({ seconds }) },
    );
  const { problems } = await server.ask('check-plan', {
    ...order,
    content_stream_id: videos.id,
    social_accounts: [xAccount],
  });
  assert.deepEqual(
    problems.map(({ rule, posts }) => [rule, posts.map(({ position, message }) => [position, message])]),
    [['media', [[1, 'This video is 0:03 long; Twitter takes at most 0:01.']]]],
  );
});

test('posts of other schedules delay a plan until it starts at a time where they do not conflict', async () => {
  await server.ask('save-scheduler', order);
  const near = { ...order, minutes: '35' };
  const again = ['again', 'linkedin', [inAccount], 3, null];
  assert.deepEqual(await short(near), [['pace', 'linkedin', [inAccount], 3, '2026-06-02 09:40'], again]);
  assert.deepEqual(await short({ ...order, minutes: '40' }), [again]);
  await server.db.pool.query('delete from schedules');
});

test('where a network refuses repeats, an item that the account has had or gets elsewhere is named', async () => {
  const short = await aTextStream(server, ['a', 'b']);
  const once = { ...order, content_stream_id: short.id, social_accounts: [xAccount] };
  const before = async () =>
    (await server.ask('check-plan', once)).problems.map(({ rule, posts }) => [
      rule,
      posts.map(({ position }) => position),
    ]);
  assert.deepEqual(await before(), []);
  const { id } = await server.ask('save-scheduler', once);
  assert.deepEqual(await before(), [['sent-before', [0, 1]]]);
  await settle(server, id, ['On a'], 'published');
  await settle(server, id, ['On b'], 'failed');
  assert.deepEqual(await before(), [['sent-before', [0]]], 'what failed is not there');
  await server.db.pool.query('delete from schedules');
});

test('words that an account gets from another stream are named, as long as they are near in time', async () => {
  const offers = await aTextStream(server, ['a sale', 'tart']);
  const notes = await aTextStream(server, ['loaf', 'a sale']);
  const at = (schedule_date: string, content_stream_id: string) => ({
    ...order,
    schedule_date,
    content_stream_id,
    social_accounts: [xAccount],
  });
  const told = async (schedule_date: string) =>
    (await server.ask('check-plan', at(schedule_date, notes.id))).problems
      .filter(({ rule }) => rule === 'sent-before')
      .map(({ posts }) => posts.map(({ position, message }) => [position, message]));
  assert.deepEqual(await told('2026-06-10'), []);
  const { id } = await server.ask('save-scheduler', at('2026-06-02', offers.id));
  const twin = `Same words as in “${offers.title}”, 2 June 2026 at 09:30.`;
  assert.deepEqual(await told('2026-06-10'), [[[1, twin]]]);
  assert.deepEqual(await told('2026-07-20'), [], 'seven weeks later');
  await settle(server, id, ['On a sale'], 'published');
  assert.deepEqual(await told('2026-06-10'), [[[1, twin]]]);
  await settle(server, id, ['On a sale'], 'failed');
  assert.deepEqual(await told('2026-06-10'), [], 'what failed is not there');
  await server.db.pool.query('delete from schedules');
});

test('an account that ends before or during the plan is named with the posts after its end', async () => {
  const set = (words: string) => server.db.pool.query(`update social_accounts set ${words} where id = $1`, [inAccount]);
  await set(`expires_at = '2026-06-03T12:00Z'`);
  assert.deepEqual(await short(order), [['access', 'linkedin', [inAccount], 1, null]], 'it has no way to renew');
  await set(`expires_at = null, status = 'needs-reconnecting'`);
  assert.deepEqual(await short(order), [['access', 'linkedin', [inAccount], 3, null]]);
  await set(`by_hand = true`);
  assert.deepEqual(await short(order), [], 'a person posts there, whatever the network says');
  await set(`status = 'connected', by_hand = false`);
});

test('a current pause of the agency, the client or an account is named, also if a person posts by hand', async () => {
  const pauses = async (input: typeof order) =>
    (await server.ask('check-plan', input)).problems.map(({ rule, account_ids: ids, pause }) => [rule, ids, pause]);
  const pause = (scope: 'everything' | 'client' | 'account', id?: string) =>
    server.ask('pause-publishing', { scope, ...(id === undefined ? {} : { id }) });
  const resume = async (scope: 'everything' | 'client' | 'account', id?: string) => {
    const target = { scope, ...(id === undefined ? {} : { id }) };
    const { at, fingerprint, usual: choice } = await server.ask('preview-resume', target);
    await server.ask('resume-publishing', { ...target, at, fingerprint, choice });
  };
  await pause('account', inAccount);
  assert.deepEqual(await pauses(order), [['paused', [inAccount], 'account']]);
  await pause('client', client.id);
  assert.deepEqual(await pauses(order), [['paused', [inAccount], 'client']], 'the wider pause stands for both');
  await server.db.pool.query('update social_accounts set by_hand = true where id = $1', [inAccount]);
  assert.deepEqual(await pauses(order), [['paused', [], 'client']]);
  await server.db.pool.query('update social_accounts set by_hand = false where id = $1', [inAccount]);
  await pause('everything');
  assert.deepEqual(await pauses(order), [['paused', [inAccount], 'everything']]);
  await resume('everything');
  await resume('client', client.id);
  await resume('account', inAccount);
  assert.deepEqual(await pauses(order), []);
});

test('accounts of other clients, deleted streams and those of other agencies are not found', async () => {
  const other = await aClient(server.db, server.owner);
  const otherAgency = await anotherAgency(server.db);
  const gone = await aTextStream(server, ['one']);
  await server.ask('delete-stream', { id: gone.id });
  for (const [input, as] of [
    [{ ...order, social_accounts: [await anAccount(server, other, 'linkedin', 'other')] }, server.owner],
    [{ ...order, user_client_id: other.id }, server.owner],
    [{ ...order, content_stream_id: gone.id }, server.owner],
    [order, otherAgency],
  ] as const) {
    const reply = await server.call('check-plan', { ...input, social_accounts: [...input.social_accounts] }, { as });
    assert.deepEqual([reply.code, reply.message], [404, messages.notFound]);
  }
});
