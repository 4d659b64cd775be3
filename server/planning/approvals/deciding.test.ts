import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aMember } from '../../app/testing/server.ts';
import { aCallStage } from './testing-calls.ts';

const { aPlannedClient, auditOf, clock, hour, inOrder, pick, script, server, worker } = await aCallStage();

test('the client or the agency can withdraw an approval until the post is being sent', async () => {
  for (const who of ['client', 'agency'] as const) {
    const { as, waiting } = await aPlannedClient();
    const [post] = await waiting();
    assert.ok(post);
    const caller = who === 'client' ? as : { as: server.owner };
    assert.equal((await server.call('withdraw-approval', { id: post.id }, caller)).message, messages.approvalNotGiven);
    await server.ask('approve-posts', { posts: [pick(post)] }, as);
    assert.equal(
      (await server.call('withdraw-approval', { id: post.id, comment: 'Wait' }, caller)).message,
      messages.approvalWithdrawn,
    );
    const { rows } = await server.db.pool.query<{ known: boolean }>(
      'select told_at is not null as known from approvals where occurrence_id = $1',
      [post.id],
    );
    assert.equal(rows[0]?.known, who === 'client', 'a client needs no mail about its own withdrawal');
    clock.pass(hour);
    assert.equal(await worker.publishDue(), 0);
    const withdrawn = await server.ask('fetch-approval', { id: post.id });
    const { moved } = await server.ask('approve-posts', { posts: [pick(withdrawn)] }, as);
    clock.set(new Date(moved[0]?.to ?? ''));
    script.push(async (context, publish) => {
      await context.fence({ payload: 'words' });
      const late = await server.call('withdraw-approval', { id: post.id }, caller);
      assert.deepEqual([late.code, late.message], [409, messages.approvalTooLate]);
      return publish();
    });
    assert.equal(await worker.publishDue(), 1);
    await inOrder();
  }
});

test('an owner who approves for the client must say how the client agreed, and the audit log keeps it', async () => {
  const { client, waiting } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  const member = await aMember(server.db, server.owner);
  assert.equal(
    (await server.call('approve-posts', { posts: [pick(post)], told_how: 'by phone' }, { as: member })).code,
    403,
  );
  const without = await server.call('approve-posts', { posts: [pick(post)] });
  assert.deepEqual([without.code, without.message], [422, messages.approvalToldHow]);
  await server.ask('approve-posts', { posts: [pick(post)], told_how: 'by phone' });
  assert.deepEqual((await auditOf(client)).at(-1), {
    action: 'posts-approved-for-client',
    details: { items: 1, how: 'by phone' },
  });
  assert.equal(
    (await server.call('approve-posts', { posts: [pick(post)], told_how: 'by phone' }, { as: client })).code,
    422,
    'a client decides for itself',
  );
});

test('a decision after the other side’s is refused if it was not shown, and says what both sides decided', async () => {
  const { as, client, waiting } = await aPlannedClient();
  const [post, other] = await waiting();
  assert.ok(post && other);
  const stateOf = async ({ id }: { id: string }) => (await server.ask('fetch-approval', { id })).state;
  await server.ask('send-back-post', { ...pick(post), comment: 'Not like this' }, as);
  await server.ask('comment-post', { id: post.id, comment: 'By the way' }, as);
  const overruled = [
    await server.call('approve-posts', { posts: [pick(other), pick(post)], told_how: 'phone' }),
    await server.call('ask-approval', { id: post.id, decision: post.decision }),
  ];
  const sentBack = `${messages.approvalDecided} ${client.name} sent it back: “Not like this”.`;
  assert.deepEqual(
    overruled.map(({ code, message }) => [code, message]),
    [
      [409, sentBack],
      [409, sentBack],
    ],
  );
  assert.deepEqual([await stateOf(post), await stateOf(other)], ['sent-back', 'waiting'], 'nothing is approved');

  await server.ask('ask-approval', { id: post.id, decision: post.decision + 1, comment: 'It is meant so' });
  const asked = `${sentBack} ${server.owner.name} asked again: “It is meant so”.`;
  const again = await server.call('approve-posts', { posts: [pick(post)], told_how: 'phone' });
  assert.deepEqual([again.code, again.message], [409, asked], 'although it waits with the content that was shown');
  const { left } = await server.ask('approve-chosen-posts', { posts: [pick(post)], told_how: 'phone' });
  assert.deepEqual(
    left.map(({ message }) => message),
    [asked],
  );

  await server.ask('approve-posts', { posts: [pick(other)], told_how: 'by phone' });
  const late = await server.call('send-back-post', { ...pick(other), comment: 'No' }, as);
  assert.deepEqual(
    [late.code, late.message],
    [409, `${messages.approvalDecided} ${server.owner.name} approved it: “by phone”.`],
  );
  const { decision } = await server.ask('fetch-approval', { id: other.id });
  await server.ask('send-back-post', { ...pick({ ...other, decision }), comment: 'No' }, as);
});

test('a schedule is not approved as a whole if a post was sent back and submitted again meanwhile', async () => {
  const { as, scheduleId, waiting } = await aPlannedClient();
  const { schedules } = await server.ask('fetch-approvals', {});
  const fingerprint = schedules.find(({ id }) => id === scheduleId)?.fingerprint ?? '';
  const [post] = await waiting();
  assert.ok(post);
  await server.ask('send-back-post', { ...pick(post), comment: 'Not like this' }, as);
  await server.ask('ask-approval', { id: post.id, decision: post.decision + 1 });
  const whole = { schedule_id: scheduleId, fingerprint, told_how: 'phone' };
  const reply = await server.call('approve-schedule', whole);
  assert.deepEqual([reply.code, reply.message], [409, messages.approvalChanged]);
});

test('an operator who is signed in as a client or an agency cannot decide', async () => {
  const { client, waiting } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  await server.db.pool.query(`update sessions set opened_by = 'master-login' where user_id = any($1)`, [
    [client.id, server.owner.id],
  ]);
  const posts = [pick(post)];
  const answers = [
    await server.call('approve-posts', { posts }, { as: client }),
    await server.call('approve-posts', { posts, told_how: 'by phone' }),
  ];
  assert.deepEqual(
    answers.map(({ code, message }) => [code, message]),
    [
      [403, messages.confirmByOperator],
      [403, messages.confirmByOperator],
    ],
  );
  for (const as of [client, server.owner])
    assert.equal(
      (await server.call('comment-post', { id: post.id, comment: 'No' }, { as })).message,
      messages.confirmByOperator,
    );
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'No' }, { as: client })).code, 403);
  assert.equal((await server.call('send-back-chosen-posts', { posts, comment: 'No' }, { as: client })).code, 403);
  assert.deepEqual((await waiting()).map(pick).slice(0, 1), posts);
  await server.db.pool.query(`update sessions set opened_by = 'password' where user_id = any($1)`, [
    [client.id, server.owner.id],
  ]);
});

test('a client sees and decides only its own posts', async () => {
  const mine = await aPlannedClient();
  const theirs = await aPlannedClient();
  const [post] = await theirs.waiting();
  assert.ok(post);
  const { as } = mine;
  assert.ok((await server.ask('fetch-approvals', {}, as)).items.every(({ client_id: id }) => id === mine.client.id));
  for (const asked of [{ client_id: theirs.client.id }, { schedule_id: theirs.scheduleId }])
    assert.equal((await server.call('fetch-approvals', asked, as)).code, 404);
  assert.equal((await server.call('fetch-approval', { id: post.id }, as)).code, 404);
  assert.equal((await server.call('approve-posts', { posts: [pick(post)] }, as)).code, 404);
  assert.equal(
    (await server.call('approve-schedule', { schedule_id: theirs.scheduleId, fingerprint: 'f' }, as)).code,
    404,
  );
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'No' }, as)).code, 404);
  assert.equal((await server.call('withdraw-approval', { id: post.id }, as)).code, 404);
  assert.equal((await server.call('comment-post', { id: post.id, comment: 'Hello' }, as)).code, 404);
});

test('a missed or failed post cannot be sent again while its content is not approved', async () => {
  const { as, itemIds, waiting, posts } = await aPlannedClient();
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  clock.pass(2 * hour);
  script.push(async (context) => {
    await context.fence({ payload: 'words' });
    return { kind: 'rejected', message: 'The words are not allowed' };
  });
  await worker.publishDue();
  await server.ask('update-stream', { id: itemIds[0] ?? '', title: 'One', description: 'Better words' });
  const [failed] = await posts();
  const delivery = failed?.social_networks[0];
  assert.deepEqual([delivery?.state, delivery?.actions, delivery?.unapproved], ['failed', [], true]);
  const again = await server.call('resolve-delivery', {
    delivery_id: delivery?.delivery_id ?? '',
    decision: 'publish-again',
  });
  assert.deepEqual([again.code, again.message], [409, messages.notApproved]);
  assert.equal((await server.call('publish-again', { id: failed?.id ?? '' })).message, messages.notApproved);
  const [asked] = await waiting();
  assert.ok(asked);
  await server.ask('approve-posts', { posts: [pick(asked)] }, as);
  assert.equal((await server.call('publish-again', { id: failed?.id ?? '' })).message, messages.publishAgainStarted);
  assert.equal(await worker.publishDue(), 1);
  await inOrder();
});

test("lists are paged in the order of the posts' times", async () => {
  const { as, waiting } = await aPlannedClient({ words: Array.from({ length: 60 }, (_, index) => `Post ${index}`) });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await server.ask('fetch-approvals', cursor === undefined ? {} : { cursor }, as);
    assert.equal(page.total, 60);
    assert.equal(page.schedules.length, cursor === undefined ? 1 : 0);
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(
    seen,
    Array.from({ length: 60 }, (_, index) => `Post ${index}`),
  );
  await server.ask('approve-posts', { posts: (await waiting()).slice(0, 3).map(pick) }, as);
  assert.deepEqual(
    (await server.ask('fetch-approvals', { list: 'approved' }, as)).items.map(({ title }) => title),
    ['Post 0', 'Post 1', 'Post 2'],
  );
  assert.equal((await server.call('fetch-approvals', { cursor: 'x' }, as)).code, 422);
});
