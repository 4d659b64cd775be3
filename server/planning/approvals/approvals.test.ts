/** The approval of a post from the request to its publication, through the calls of the client and of its agency. */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aCallStage } from './testing-calls.ts';

const { aPlannedClient, auditOf, clock, feed, hour, inOrder, pick, script, server, worker } = await aCallStage();

test('a client sees the posts that wait for it and approves them as shown, and only those go out', async () => {
  const { client, as, scheduleId, posts } = await aPlannedClient({ name: 'Ada' });
  const list = await server.ask('fetch-approvals', {}, as);
  assert.deepEqual(
    list.items.map(({ title, description, day, scheduled, timezone, held, moves_to: movesTo }) => [
      title,
      description,
      day,
      scheduled,
      timezone,
      held,
      movesTo,
    ]),
    [
      ['One', 'Ada One', '2026-06-01', '2026-06-01 09:00', 'UTC', false, null],
      ['Two', 'Ada Two', '2026-06-01', '2026-06-01 10:00', 'UTC', false, null],
    ],
  );
  assert.deepEqual([list.counts, list.total], [{ waiting: 2, sent_back: 0, approved: 0, held: 0 }, 2]);
  assert.deepEqual(
    list.schedules.map(({ id, waiting, client: name }) => [id, waiting, name]),
    [[scheduleId, 2, 'Ada']],
  );
  const [first] = list.items;
  assert.ok(first);
  const reply = await server.call('approve-posts', { posts: [pick(first)] }, as);
  assert.deepEqual([reply.message, reply.status && reply.data], [messages.postApproved, { approved: 1, moved: [] }]);
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['approved', 'waiting'],
  );
  clock.pass(3 * hour);
  assert.equal(await worker.publishDue(), 1);
  assert.equal(feed.at(-1)?.title, 'One');
  assert.deepEqual((await auditOf(client)).slice(-1), [{ action: 'posts-approved', details: { items: 1 } }]);
  await inOrder();
});

test('a post approved after its time goes out at the next free time, and the client sees that time', async () => {
  const { as, scheduleId } = await aPlannedClient();
  clock.pass(1.5 * hour);
  const list = await server.ask('fetch-approvals', {}, as);
  const [late] = list.items;
  assert.ok(late);
  const next = new Date(Date.parse(late.due_at) + 2 * hour * 1000).toISOString();
  assert.deepEqual([late.held, late.moves_to, list.counts.held], [true, next, 1]);
  const reply = await server.call('approve-posts', { posts: [pick(late)] }, as);
  assert.equal(reply.message, messages.postApprovedLate);
  assert.deepEqual(reply.status && reply.data.moved.map(({ title, to, timezone }) => [title, to, timezone]), [
    ['One', next, 'UTC'],
  ]);
  assert.equal(await worker.publishDue(), 0, 'never at once');
  const [schedule] = list.schedules;
  assert.equal(
    (await server.call('approve-schedule', { schedule_id: scheduleId, fingerprint: schedule?.fingerprint ?? '' }, as))
      .code,
    409,
    'the post has changed',
  );
  const [again] = (await server.ask('fetch-approvals', {}, as)).schedules;
  assert.equal(
    (await server.call('approve-schedule', { schedule_id: scheduleId, fingerprint: again?.fingerprint ?? '' }, as))
      .message,
    messages.postApproved,
  );
  clock.pass(0.5 * hour);
  assert.equal(await worker.publishDue(), 1);
  clock.pass(1 * hour);
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual(
    feed.slice(-2).map(({ title }) => title),
    ['Two', 'One'],
  );
  await inOrder();
});

test('a post is sent back with a comment, gets a reply, is submitted again and is approved', async () => {
  const { client, as, waiting, posts } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  assert.equal(
    (await server.call('send-back-post', { ...pick(post), comment: ' ' }, as)).code,
    422,
    'a comment is required',
  );
  assert.equal(
    (await server.call('send-back-post', { ...pick(post), comment: 'There is a typo' }, as)).message,
    messages.postSentBack,
  );
  assert.equal((await waiting()).length, 1);
  const comments = await server.ask('comment-post', { id: post.id, comment: 'Where?' });
  assert.deepEqual(
    comments.map(({ text, is_client: isClient, name }) => [text, isClient, name]),
    [
      ['There is a typo', true, client.name],
      ['Where?', false, server.owner.name],
    ],
  );
  const [item] = await posts();
  assert.deepEqual(
    [item?.approval?.state, item?.approval?.comment?.text, item?.social_networks[0]?.unapproved],
    ['sent-back', 'Where?', true],
  );
  const [sentBack] = (await server.ask('fetch-approvals', { list: 'sent-back' }, as)).items;
  const { decision = -1 } = sentBack ?? {};
  assert.equal(
    (await server.call('ask-approval', { id: post.id, decision, comment: 'It is meant so' })).message,
    messages.approvalAsked,
  );
  const [again] = await waiting();
  assert.deepEqual([again?.id, again?.comments.length], [post.id, 3]);
  assert.ok(again);
  await server.ask('approve-posts', { posts: [pick(again)] }, as);
  assert.equal(
    (await server.call('ask-approval', { id: post.id, decision: again.decision + 1 })).message,
    messages.approvalOver,
  );
  clock.pass(hour);
  assert.equal(await worker.publishDue(), 1);
  assert.equal(
    (await server.call('send-back-post', { ...pick(post), comment: 'Too late' }, as)).message,
    messages.approvalOver,
  );
  await inOrder();
});

test('a content change needs another approval and holds the post, even one that a worker is preparing', async () => {
  const { as, itemIds, waiting, posts } = await aPlannedClient();
  const shown = await waiting();
  const [post, second] = shown;
  assert.ok(post && second);
  await server.ask('approve-posts', { posts: shown.map(pick) }, as);
  await server.ask('update-stream', { id: itemIds[0] ?? '', title: 'One', description: 'Bakery One' });
  assert.deepEqual(await waiting(), []);
  clock.pass(hour);
  script.push(async (context, publish) => {
    await server.ask('update-stream', { id: itemIds[0] ?? '', title: 'One', description: 'Other words' });
    await context.fence({ payload: 'words' });
    return publish();
  });
  const before = feed.length;
  await worker.publishDue();
  assert.equal(feed.length, before, 'the fence refused it');
  const [changed] = await waiting();
  assert.deepEqual([changed?.id, changed?.description, changed?.held], [post.id, 'Other words', true]);
  const refused = await server.call('approve-posts', { posts: [pick(post)] }, as);
  assert.equal(refused.code, 409);
  assert.equal(refused.message, `${messages.approvalChanged} Bakery approved it. ${server.owner.name} changed it.`);
  assert.ok(changed);
  await server.ask('approve-posts', { posts: [pick(changed)] }, as);
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['approved', 'approved'],
  );
  await inOrder();
});

test('no post of a selection is approved if one of them has changed meanwhile', async () => {
  const { as, itemIds, waiting } = await aPlannedClient();
  const shown = await waiting();
  await server.ask('update-stream', { id: itemIds[1] ?? '', title: 'Two', description: 'Other words' });
  assert.equal((await server.call('approve-posts', { posts: shown.map(pick) }, as)).message, messages.approvalChanged);
  assert.equal((await waiting()).length, 2);
});

test('rescheduling does not ask for another approval', async () => {
  const { as, scheduleId, waiting } = await aPlannedClient();
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  await server.ask('reschedule', {
    id: scheduleId,
    hours: '12',
    minutes: '0',
    timezone: 'UTC',
    schedule_date: '2026-06-03',
    re_purpose: 0,
  });
  assert.deepEqual(await waiting(), []);
  clock.set(new Date('2026-06-03T12:00:00Z'));
  assert.equal(await worker.publishDue(), 1);
});

test('approvals are searched by title, words and client, and a search never offers a whole schedule', async () => {
  const { client } = await aPlannedClient({ name: 'Harbor Coffee', words: ['Espresso', 'Filter'] });
  await aPlannedClient({ name: 'Quiet Lake', words: ['Slow mornings', 'Espresso walks'] });
  const found = async (search: string, more: object = {}) => {
    const { items, total, counts, schedules } = await server.ask('fetch-approvals', { search, ...more });
    assert.deepEqual([total, counts.waiting], [items.length, items.length]);
    return [items.map(({ title }) => title).toSorted(), schedules.length];
  };
  assert.deepEqual(await found('espresso'), [['Espresso', 'Espresso walks'], 0]);
  assert.deepEqual(await found('espresso', { client_id: client.id }), [['Espresso'], 0]);
  assert.deepEqual(await found('harbor coffee filter'), [['Filter'], 0], 'its words begin with the client');
  assert.deepEqual(await found('quiet lake'), [['Espresso walks', 'Slow mornings'], 0]);
  assert.deepEqual(await found('_'), [[], 0]);
  assert.equal((await server.ask('fetch-approvals', {})).schedules.length, 2);
});
