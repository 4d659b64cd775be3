/** Approval from asking to publishing, through the calls of the client and of its agency. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { messages } from '#contract/messages.ts';
import { checkLedger } from '../publishing/ledger.ts';
import { runOn } from '../publishing/statements.ts';
import { aMember } from '../testing.ts';
import { anApprovalStage } from './testing.ts';

const { server, clock, worker, feed, script, aPlannedClient, auditOf, clear } = await anApprovalStage();
const hour = 3600;
beforeEach(clear);
const inOrder = async () => assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);
const pick = ({ id, fingerprint }: { id: string; fingerprint: string }) => ({ id, fingerprint });

test('a client is shown what waits for it, approves it as it was shown, and only that goes out', async () => {
  const { client, as, scheduleId, posts } = await aPlannedClient({ name: 'Ada' });
  const list = await server.ask('fetch-approvals', {}, as);
  assert.deepEqual(list.items.map(({ title, description, day, scheduled, timezone, held, moves_to: movesTo }) => [title, description, day, scheduled, timezone, held, movesTo]), [
    ['One', 'Ada One', '2026-06-01', '2026-06-01 09:00', 'UTC', false, null], ['Two', 'Ada Two', '2026-06-01', '2026-06-01 10:00', 'UTC', false, null],
  ]);
  assert.deepEqual([list.counts, list.total], [{ waiting: 2, sent_back: 0, approved: 0, held: 0 }, 2]);
  assert.deepEqual(list.schedules.map(({ id, waiting, client: name }) => [id, waiting, name]), [[scheduleId, 2, 'Ada']]);
  const [first] = list.items;
  assert.ok(first);
  const reply = await server.call('approve-posts', { posts: [pick(first)] }, as);
  assert.deepEqual([reply.message, reply.status && reply.data], [messages.postApproved, { approved: 1, moved: [] }]);
  assert.deepEqual((await posts()).map(({ approval }) => approval?.state), ['approved', 'waiting']);
  clock.pass(3 * hour);
  assert.equal(await worker.publishDue(), 1);
  assert.equal(feed.at(-1)?.title, 'One');
  assert.deepEqual((await auditOf(client)).slice(-1), [{ action: 'posts-approved', details: { items: 1 } }]);
  await inOrder();
});

test('what is approved after its time goes out at the next free time, which the client is told', async () => {
  const { as, scheduleId } = await aPlannedClient();
  clock.pass(1.5 * hour);
  const list = await server.ask('fetch-approvals', {}, as);
  const [late] = list.items;
  assert.ok(late);
  const next = new Date(Date.parse(late.due_at) + 2 * hour * 1000).toISOString();
  assert.deepEqual([late.held, late.moves_to, list.counts.held], [true, next, 1]);
  const reply = await server.call('approve-posts', { posts: [pick(late)] }, as);
  assert.equal(reply.message, messages.postApprovedLate);
  assert.deepEqual(reply.status && reply.data.moved.map(({ title, to, timezone }) => [title, to, timezone]), [['One', next, 'UTC']]);
  assert.equal(await worker.publishDue(), 0, 'never at once');
  const [schedule] = list.schedules;
  assert.equal((await server.call('approve-schedule', { schedule_id: scheduleId, fingerprint: schedule?.fingerprint ?? '' }, as)).code, 409, 'it is not the same any more');
  const [again] = (await server.ask('fetch-approvals', {}, as)).schedules;
  assert.equal((await server.call('approve-schedule', { schedule_id: scheduleId, fingerprint: again?.fingerprint ?? '' }, as)).message, messages.postApproved);
  clock.pass(0.5 * hour);
  assert.equal(await worker.publishDue(), 1);
  clock.pass(1 * hour);
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual(feed.slice(-2).map(({ title }) => title), ['Two', 'One']);
  await inOrder();
});

test('a post is sent back with a comment, answered, asked about again, and approved', async () => {
  const { client, as, waiting, posts } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: ' ' }, as)).code, 422, 'a comment is required');
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'There is a typo' }, as)).message, messages.postSentBack);
  assert.equal((await waiting()).length, 1);
  const comments = await server.ask('comment-post', { id: post.id, comment: 'Where?' });
  assert.deepEqual(comments.map(({ text, is_client: isClient, name }) => [text, isClient, name]), [['There is a typo', true, client.name], ['Where?', false, server.owner.name]]);
  const [item] = await posts();
  assert.deepEqual([item?.approval?.state, item?.approval?.comment?.text, item?.social_networks[0]?.unapproved], ['sent-back', 'Where?', true]);
  assert.equal((await server.call('ask-approval', { id: post.id, comment: 'It is meant so' })).message, messages.approvalAsked);
  const [again] = await waiting();
  assert.deepEqual([again?.id, again?.comments.length], [post.id, 3]);
  await server.ask('approve-posts', { posts: [pick(post)] }, as);
  assert.equal((await server.call('ask-approval', { id: post.id })).message, messages.approvalOver);
  clock.pass(hour);
  assert.equal(await worker.publishDue(), 1);
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'Too late' }, as)).message, messages.approvalOver);
  await inOrder();
});

test('another content asks again and keeps the post back, also one that a worker is preparing; the same content does not', async () => {
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
  assert.deepEqual([refused.code, refused.message], [409, messages.approvalChanged]);
  assert.ok(changed);
  await server.ask('approve-posts', { posts: [pick(changed)] }, as);
  assert.deepEqual((await posts()).map(({ approval }) => approval?.state), ['approved', 'approved']);
  await inOrder();
});

test('of several posts none is approved where one of them was changed meanwhile', async () => {
  const { as, itemIds, waiting } = await aPlannedClient();
  const shown = await waiting();
  await server.ask('update-stream', { id: itemIds[1] ?? '', title: 'Two', description: 'Other words' });
  assert.equal((await server.call('approve-posts', { posts: shown.map(pick) }, as)).message, messages.approvalChanged);
  assert.equal((await waiting()).length, 2);
});

test('rescheduling asks nobody again', async () => {
  const { as, scheduleId, waiting } = await aPlannedClient();
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  await server.ask('reschedule', { id: scheduleId, hours: '12', minutes: '0', timezone: 'UTC', schedule_date: '2026-06-03', re_purpose: 0 });
  assert.deepEqual(await waiting(), []);
  clock.set(new Date('2026-06-03T12:00:00Z'));
  assert.equal(await worker.publishDue(), 1);
});

test('an approval is taken back until the post is being sent, by the client or by the agency', async () => {
  for (const who of ['client', 'agency'] as const) {
    const { as, waiting } = await aPlannedClient();
    const [post] = await waiting();
    assert.ok(post);
    const caller = who === 'client' ? as : { as: server.owner };
    assert.equal((await server.call('withdraw-approval', { id: post.id }, caller)).message, messages.approvalNotGiven);
    await server.ask('approve-posts', { posts: [pick(post)] }, as);
    assert.equal((await server.call('withdraw-approval', { id: post.id, comment: 'Wait' }, caller)).message, messages.approvalWithdrawn);
    clock.pass(hour);
    assert.equal(await worker.publishDue(), 0);
    const { moved } = await server.ask('approve-posts', { posts: [pick(post)] }, as);
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

test('the owner approves for the client only by saying how it was told, which the audit log keeps', async () => {
  const { client, waiting } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  const member = await aMember(server.db, server.owner);
  assert.equal((await server.call('approve-posts', { posts: [pick(post)], told_how: 'by phone' }, { as: member })).code, 403);
  const without = await server.call('approve-posts', { posts: [pick(post)] });
  assert.deepEqual([without.code, without.message], [422, messages.approvalToldHow]);
  await server.ask('approve-posts', { posts: [pick(post)], told_how: 'by phone' });
  assert.deepEqual((await auditOf(client)).at(-1), { action: 'posts-approved-for-client', details: { items: 1, how: 'by phone' } });
  assert.equal((await server.call('approve-posts', { posts: [pick(post)], told_how: 'by phone' }, { as: client })).code, 422, 'a client speaks for itself');
});

test('nobody decides who is signed in by an operator’s link', async () => {
  const { client, waiting } = await aPlannedClient();
  const [post] = await waiting();
  assert.ok(post);
  await server.db.pool.query(`update sessions set opened_by = 'master-login' where user_id = any($1)`, [[client.id, server.owner.id]]);
  const posts = [pick(post)];
  const answers = [await server.call('approve-posts', { posts }, { as: client }), await server.call('approve-posts', { posts, told_how: 'by phone' })];
  assert.deepEqual(answers.map(({ code, message }) => [code, message]), [[403, messages.approvalByOperator], [403, messages.approvalByOperator]]);
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'No' }, { as: client })).code, 403);
  await server.db.pool.query(`update sessions set opened_by = 'password' where user_id = any($1)`, [[client.id, server.owner.id]]);
});

test('a client sees and decides its own posts only', async () => {
  const mine = await aPlannedClient();
  const theirs = await aPlannedClient();
  const [post] = await theirs.waiting();
  assert.ok(post);
  const { as } = mine;
  assert.ok((await server.ask('fetch-approvals', {}, as)).items.every(({ client_id: id }) => id === mine.client.id));
  for (const asked of [{ client_id: theirs.client.id }, { schedule_id: theirs.scheduleId }]) assert.equal((await server.call('fetch-approvals', asked, as)).code, 404);
  assert.equal((await server.call('fetch-approval', { id: post.id }, as)).code, 404);
  assert.equal((await server.call('approve-posts', { posts: [pick(post)] }, as)).code, 404);
  assert.equal((await server.call('approve-schedule', { schedule_id: theirs.scheduleId, fingerprint: 'f' }, as)).code, 404);
  assert.equal((await server.call('send-back-post', { ...pick(post), comment: 'No' }, as)).code, 404);
  assert.equal((await server.call('withdraw-approval', { id: post.id }, as)).code, 404);
  assert.equal((await server.call('comment-post', { id: post.id, comment: 'Hello' }, as)).code, 404);
});

test('what was missed or has failed is not sent again by anybody while its content is not approved', async () => {
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
  const again = await server.call('resolve-delivery', { delivery_id: delivery?.delivery_id ?? '', decision: 'publish-again' });
  assert.deepEqual([again.code, again.message], [409, messages.notApproved]);
  assert.equal((await server.call('publish-again', { id: failed?.id ?? '' })).message, messages.notApproved);
  const [asked] = await waiting();
  assert.ok(asked);
  await server.ask('approve-posts', { posts: [pick(asked)] }, as);
  assert.equal((await server.call('publish-again', { id: failed?.id ?? '' })).message, messages.publishAgainStarted);
  assert.equal(await worker.publishDue(), 1);
  await inOrder();
});

test('lists are paged in the order of their times', async () => {
  const { as, waiting } = await aPlannedClient({ words: Array.from({ length: 60 }, (_, place) => `Post ${place}`) });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await server.ask('fetch-approvals', cursor === undefined ? {} : { cursor }, as);
    assert.equal(page.total, 60);
    assert.equal(page.schedules.length, cursor === undefined ? 1 : 0);
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, Array.from({ length: 60 }, (_, place) => `Post ${place}`));
  await server.ask('approve-posts', { posts: (await waiting()).slice(0, 3).map(pick) }, as);
  assert.deepEqual((await server.ask('fetch-approvals', { list: 'approved' }, as)).items.map(({ title }) => title), ['Post 0', 'Post 1', 'Post 2']);
  assert.equal((await server.call('fetch-approvals', { cursor: 'x' }, as)).code, 422);
});
