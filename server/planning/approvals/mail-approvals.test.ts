/**
 * The mails about approval: one for a batch, reminders before the due time, and one to the owner when a post is sent
 * back or held.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { mailApprovals } from './mail-approvals.job.ts';
import { queued } from '../../app/testing/queue.ts';
import { aMember } from '../../app/testing/server.ts';
import { anApprovalStage } from './testing.ts';

const { server, clock, aPlannedClient, clear } = await anApprovalStage();
const [minute, hour] = [60, 3600];
const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
const handle = mailApprovals(server.services);
const pick = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
  id,
  fingerprint,
  decision,
});
let seen = 0;

/** The mails that the job sends now, by subject and text. */
async function mailed(): Promise<{ to: string; subject: string; text: string }[]> {
  await handle({}, job);
  const mails = await queued(server.db, jobs.sendMail);
  const fresh = mails.slice(seen);
  seen = mails.length;
  return fresh.map(({ to = '', subject = '', text = '' }) => ({ to, subject, text }));
}
const subjects = async () => (await mailed()).map(({ to, subject }) => [to, subject]);

beforeEach(async () => {
  await clear();
  await mailed();
});

test('a client gets one mail about all new posts, with times in the schedule’s zone and a link', async () => {
  const { client, schedule } = await aPlannedClient({ name: 'Ada' });
  assert.deepEqual(await subjects(), [], 'more may come');
  clock.pass(minute);
  await schedule();
  clock.pass(5 * minute);
  const [mail, ...more] = await mailed();
  assert.deepEqual([mail?.to, mail?.subject, more], [client.email, '4 posts wait for your approval', []]);
  assert.match(
    mail?.text ?? '',
    /2026-06-01 09:00 \(UTC\): One\n- 2026-06-01 09:01 \(UTC\): One\n- 2026-06-01 10:00 \(UTC\): Two/,
  );
  assert.match(mail?.text ?? '', /https:\/\/app\.example\/approvals/);
  clock.pass(minute);
  assert.deepEqual(await subjects(), []);
});

test('a client gets at most one mail in three hours, and none about posts it has approved', async () => {
  const { client, as, schedule, waiting } = await aPlannedClient({ words: ['One'] });
  clock.pass(5 * minute);
  assert.equal((await mailed()).length, 1);
  await schedule();
  clock.pass(2 * hour + 54 * minute);
  assert.deepEqual(
    (await subjects()).filter(([to]) => to === client.email),
    [],
  );
  clock.pass(6 * minute);
  const late = await subjects();
  assert.deepEqual(
    late.filter(([to]) => to === client.email),
    [[client.email, '2 posts wait for your approval']],
  );
  await schedule();
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  clock.pass(4 * hour);
  assert.deepEqual(
    (await subjects()).filter(([to]) => to === client.email),
    [],
  );
});

test('a client is reminded of a waiting post a day and three hours before its time', async () => {
  const { client, scheduleId } = await aPlannedClient({ words: ['One'] });
  const due = new Date(clock.now().getTime() + 72 * hour * 1000);
  await server.ask('reschedule', {
    id: scheduleId,
    schedule_date: due.toISOString().slice(0, 10),
    hours: due.toISOString().slice(11, 13),
    minutes: due.toISOString().slice(14, 16),
    timezone: 'UTC',
    re_purpose: 0,
  });
  const due0 = new Date(Math.floor(due.getTime() / 60_000) * 60_000);
  const at = async (hoursBefore: number) => {
    clock.set(new Date(due0.getTime() - hoursBefore * hour * 1000));
    return subjects();
  };
  clock.pass(5 * minute);
  assert.deepEqual(await subjects(), [[client.email, 'A post waits for your approval']]);
  assert.deepEqual(await at(24.5), []);
  assert.deepEqual(await at(24), [[client.email, 'Reminder: A post waits for your approval']]);
  assert.deepEqual(await at(20), []);
  assert.deepEqual(await at(3), [[client.email, 'Reminder: A post waits for your approval']]);
  assert.deepEqual(await at(1), []);
  assert.deepEqual(await at(-1), [[server.owner.email, '1 post held: not approved in time']]);
  assert.deepEqual(await at(-5), []);
  await server.ask('reschedule', {
    id: scheduleId,
    schedule_date: due.toISOString().slice(0, 10),
    hours: '23',
    minutes: '59',
    timezone: 'UTC',
    re_purpose: 0,
  });
  clock.set(new Date(`${due.toISOString().slice(0, 10)}T21:00:00Z`));
  assert.deepEqual(
    await subjects(),
    [[client.email, 'Reminder: A post waits for your approval']],
    'another due time is mailed again',
  );
  clock.set(new Date(`${due.toISOString().slice(0, 10)}T23:59:30Z`));
  assert.deepEqual(await subjects(), [[server.owner.email, '1 post held: not approved in time']]);
});

test('a client that gets its first mail late gets no reminder as well', async () => {
  const { client } = await aPlannedClient({ words: ['One'] });
  clock.pass(5 * minute);
  assert.deepEqual(await subjects(), [[client.email, 'A post waits for your approval']]);
  clock.pass(30 * minute);
  assert.deepEqual(await subjects(), []);
});

test('the owner gets one mail about a post that was sent back, with the comment', async () => {
  const { as, waiting } = await aPlannedClient({ name: 'Ada' });
  const [post] = await waiting();
  assert.ok(post);
  await server.ask('send-back-post', { ...pick(post), comment: 'There is a typo' }, as);
  clock.pass(5 * minute);
  const [mail] = (await mailed()).filter(({ to }) => to === server.owner.email);
  assert.equal(mail?.subject, '1 post sent back by your client');
  assert.match(mail?.text ?? '', /Ada, 2026-.* \(UTC\): One\n {2}“There is a typo”/);
  clock.pass(hour);
  assert.ok(!(await subjects()).some(([, subject]) => subject?.includes('sent back')));
  await server.ask('ask-approval', { id: post.id, decision: post.decision + 1 });
  const [again] = await waiting();
  assert.ok(again);
  await server.ask('send-back-post', { ...pick(again), comment: 'Another one' }, as);
  clock.pass(5 * minute);
  assert.ok(
    (await subjects()).some(([, subject]) => subject?.includes('sent back')),
    'a second due time is mailed again',
  );
});

test('an owner who was mailed about a late post is mailed again when it is sent back or late again', async () => {
  const { as, waiting } = await aPlannedClient({ name: 'Ada', words: ['One'] });
  const [post] = await waiting();
  assert.ok(post);
  const toOwner = async () =>
    (await subjects()).filter(([to]) => to === server.owner.email).map(([, subject]) => subject);
  clock.pass(2 * hour);
  assert.deepEqual(await toOwner(), ['1 post held: not approved in time']);
  await server.ask('send-back-post', { ...pick(post), comment: 'Not like this' }, as);
  clock.pass(5 * minute);
  assert.deepEqual(await toOwner(), ['1 post sent back by your client']);
  clock.pass(hour);
  assert.deepEqual(await toOwner(), []);
  await server.ask('ask-approval', { id: post.id, decision: post.decision + 1 });
  assert.deepEqual(await toOwner(), ['1 post held: not approved in time']);
});

test('comments are mailed to owner and planner: ten in one mail, the next half an hour later', async () => {
  const { as, client, waiting } = await aPlannedClient({ name: 'Ada', words: ['One', 'Two'] });
  const member = await aMember(server.db, server.owner);
  const [one, two] = await waiting();
  assert.ok(one && two);
  await server.db.pool.query('update schedules set created_by = $1 where id = $2', [member.id, two.schedule_id]);
  clock.pass(5 * minute);
  await mailed();
  for (let count = 1; count <= 10; count += 1) {
    await server.ask('comment-post', { id: (count === 1 ? one : two).id, comment: `Thought ${count}` }, as);
    clock.pass(6);
  }
  await server.ask('comment-post', { id: one.id, comment: 'Our own answer' });
  assert.deepEqual(await subjects(), [], 'more may come');
  clock.pass(4 * minute);
  const mails = (await mailed()).toSorted((a) => (a.to === server.owner.email ? -1 : 1));
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [
      [server.owner.email, '10 comments by your client'],
      [member.email, '10 comments by your client'],
    ],
  );
  assert.match(
    mails[0]?.text ?? '',
    /Ada, 2026-06-\d\d \d\d:\d\d \(UTC\): One\n {2}“Thought 1”\n- Ada, .* Two\n {2}“Thought 2”/,
  );
  assert.doesNotMatch(mails.map(({ text }) => text).join(), /Our own answer/);
  assert.match(
    mails[0]?.text ?? '',
    new RegExp(`https://app\\.example/approvals\\?list=waiting&schedule=${one.schedule_id}`),
  );
  await server.ask('comment-post', { id: one.id, comment: 'One more' }, as);
  clock.pass(24 * minute);
  assert.deepEqual(
    (await subjects()).filter(([to]) => to !== client.email),
    [],
    'at most one mail in half an hour',
  );
  clock.pass(6 * minute);
  assert.deepEqual(
    (await subjects()).filter(([to]) => to === server.owner.email),
    [[server.owner.email, '1 comment by your client']],
  );
});

test('the mail about a post that was sent back also carries other comments', async () => {
  const { as, waiting } = await aPlannedClient({ name: 'Ada' });
  const [one, two] = await waiting();
  assert.ok(one && two);
  await server.ask('send-back-post', { ...pick(one), comment: 'There is a typo' }, as);
  clock.pass(4 * minute);
  await server.ask('comment-post', { id: two.id, comment: 'This one is lovely' }, as);
  clock.pass(minute);
  const [mail, ...more] = (await mailed()).filter(({ to }) => to === server.owner.email);
  assert.deepEqual([mail?.subject, more], ['1 post sent back by your client, 1 comment', []]);
  assert.match(mail?.text ?? '', /There is a typo[^]*This one is lovely/);
  clock.pass(hour);
  assert.deepEqual(
    (await subjects()).filter(([, subject]) => subject?.includes('comment')),
    [],
  );
});

test('no second mail goes to a planner who has left, or who is the owner', async () => {
  const { as, waiting } = await aPlannedClient();
  const member = await aMember(server.db, server.owner);
  const [post] = await waiting();
  assert.ok(post);
  await server.ask('comment-post', { id: post.id, comment: 'Hello?' }, as);
  await server.db.pool.query('update schedules set created_by = $1 where id = $2', [member.id, post.schedule_id]);
  await server.db.pool.query('update users set deleted_at = now() where id = $1', [member.id]);
  clock.pass(5 * minute);
  assert.deepEqual(
    (await mailed()).filter(({ subject }) => subject.includes('comment')).map(({ to }) => to),
    [server.owner.email],
  );
});

test('nobody gets a mail about a post that was deleted meanwhile', async () => {
  const { scheduleId } = await aPlannedClient();
  await server.ask('delete-scheduler', { id: scheduleId });
  clock.pass(2 * hour);
  assert.deepEqual(await subjects(), []);
});

test('two workers at the same time send one mail', async () => {
  await aPlannedClient();
  clock.pass(5 * minute);
  await Promise.all([handle({}, job), handle({}, job)]);
  assert.equal((await mailed()).length, 1);
});
