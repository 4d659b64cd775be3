/** Decisions about several posts at once follow the rules of the call for one post. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { oneIsGone } from '#contract/base/bulk.ts';
import { messages } from '#contract/messages.ts';
import { anotherAgency } from '../../app/testing/server.ts';
import { aCallStage } from './testing-calls.ts';

const { aPlannedClient, auditOf, clock, hour, pick, server } = await aCallStage();

const words = ['One', 'Two', 'Three', 'Four'];

test('posts that still wait as shown are approved, and the others are named with the reason', async () => {
  const { client, as, waiting, posts } = await aPlannedClient({ words });
  const shown = await waiting();
  const [first, second, third] = shown;
  assert.ok(first && second && third);
  await server.ask('send-back-post', { ...pick(second), comment: 'Not this one' }, as);
  const chosen = [pick(first), pick(second), { ...pick(third), fingerprint: 'as it was before' }, pick(first)];
  const reply = await server.call('approve-chosen-posts', { posts: chosen }, as);
  assert.ok(reply.status);
  assert.equal(reply.message, 'Approved 1 post. 2 posts left as they are.');
  assert.deepEqual(reply.data, {
    done: [first.id],
    left: [
      { id: second.id, message: messages.approvalOver },
      { id: third.id, message: messages.approvalChanged },
    ],
    moved: [],
  });
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['approved', 'sent-back', 'waiting', 'waiting'],
  );
  assert.deepEqual(
    (await auditOf(client)).map(({ action }) => action).filter((action) => action.includes('post')),
    ['post-sent-back', 'posts-approved'],
  );
});

test('several posts are sent back with one comment, and one that was approved meanwhile stays approved', async () => {
  const { as, waiting, posts } = await aPlannedClient({ name: 'Returns', words });
  const shown = await waiting();
  const [first, second, third] = shown;
  assert.ok(first && second && third);
  await server.ask('approve-posts', { posts: [pick(third)] }, as);
  const input = { posts: [first, second, third].map(pick), comment: 'Brighter, please' };
  const reply = await server.call('send-back-chosen-posts', input, as);
  assert.ok(reply.status);
  assert.deepEqual(reply.data, {
    done: [first.id, second.id],
    left: [{ id: third.id, message: messages.approvalOver }],
  });
  assert.deepEqual(
    (await posts()).map(({ approval }) => [approval?.state, approval?.comment?.text]),
    [
      ['sent-back', 'Brighter, please'],
      ['sent-back', 'Brighter, please'],
      ['approved', undefined],
      ['waiting', undefined],
    ],
  );
});

test('one missing post stops the whole decision, and other clients and agencies cannot decide about any', async () => {
  const { as, waiting } = await aPlannedClient({ name: 'Whole', words });
  const { as: neighbour } = await aPlannedClient({ name: 'Neighbour' });
  const shown = (await waiting()).map(pick);
  const otherAgency = await anotherAgency(server.db);
  const gone = { id: '999999999', fingerprint: 'x', decision: 0 };
  for (const reply of [
    await server.call('approve-chosen-posts', { posts: [...shown, gone] }, as),
    await server.call('send-back-chosen-posts', { posts: [...shown, gone], comment: 'No' }, as),
    await server.call('approve-chosen-posts', { posts: shown }, neighbour),
    await server.call('approve-chosen-posts', { posts: shown, told_how: 'by phone' }, { as: otherAgency }),
  ])
    assert.deepEqual([reply.code, reply.message], [404, oneIsGone]);
  assert.equal((await waiting()).length, 4);
  for (const [posts, comment] of [
    [[], 'No'],
    [shown, ' '],
    [shown, 'x'.repeat(2001)],
    [Array.from({ length: 301 }, () => gone), 'No'],
  ] as const)
    assert.equal((await server.call('send-back-chosen-posts', { posts: [...posts], comment }, as)).code, 422);
});

test('the owner approves several posts for a client, with its words, and sees which go out later', async () => {
  const { client, waiting } = await aPlannedClient({ name: 'Phoned', words });
  clock.pass(1.5 * hour);
  const posts = (await waiting()).map(pick);
  const without = await server.call('approve-chosen-posts', { posts });
  assert.deepEqual([without.code, without.message], [422, messages.approvalToldHow]);
  const reply = await server.ask('approve-chosen-posts', { posts, told_how: 'by phone' });
  assert.deepEqual([reply.done.length, reply.moved.map(({ title }) => title)], [4, ['One']]);
  const approved = (await auditOf(client)).filter(({ action }) => action === 'posts-approved-for-client');
  assert.deepEqual(
    approved.map(({ details }) => details),
    Array(4).fill({ items: 1, how: 'by phone' }),
  );
});
