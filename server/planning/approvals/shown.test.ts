/**
 * The screens on which the agency sees that a post waits for its client: the calendar, the schedules, the dashboard,
 * the ledger and the history of a delivery.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { anApprovalStage } from './testing.ts';

const { server, clock, worker, aPlannedClient, clear } = await anApprovalStage();
const hour = 3600;
const pick = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
  id,
  fingerprint,
  decision,
});
beforeEach(clear);

test('calendar, schedule and dashboard show which posts wait, were sent back or were approved too late', async () => {
  const { client, as, scheduleId, waiting, posts } = await aPlannedClient({
    name: 'Ada',
    words: ['One', 'Two', 'Three', 'Four'],
  });
  const [first, , third, fourth] = await waiting();
  assert.ok(first && third && fourth);
  await server.ask('send-back-post', { ...pick(third), comment: 'Another picture, please' }, as);
  await server.ask('approve-posts', { posts: [pick(fourth)] }, as);
  const attentions = async () =>
    (
      await server.ask('fetch-calendar', {
        from: '2026-06-01',
        to: '2026-06-10',
        timezone: 'UTC',
        client_id: client.id,
      })
    ).events.map(({ title, attention }) => [title, attention]);
  assert.deepEqual(await attentions(), [
    ['One', 'approval'],
    ['Two', 'approval'],
    ['Three', 'sent-back'],
    ['Four', ''],
  ]);
  clock.pass(hour);
  assert.deepEqual((await attentions())[0], ['One', 'not-approved']);
  const { schedule } = await server.ask('fetch-scheduler', { id: scheduleId });
  assert.deepEqual([schedule.approval_count, schedule.approval_first_at], [3, first.due_at]);
  assert.deepEqual(
    (await posts()).map(({ title, approval }) => [title, approval?.state, approval?.held]),
    [
      ['One', 'waiting', true],
      ['Two', 'waiting', false],
      ['Three', 'sent-back', false],
      ['Four', 'approved', false],
    ],
  );
  const needs = (await server.ask('fetch-needs-you', {})).needs_you.filter(({ client_id: id }) => id === client.id);
  assert.deepEqual(
    needs.map(({ kind, item_id: id, title, actions }) => [kind, id, title, actions]),
    [
      ['sent-back', third.id, 'Three', []],
      ['not-approved', first.id, 'One', []],
      ['to-approve', null, '1 post waits for Ada, today', []],
    ],
  );
  assert.deepEqual(
    needs.map(({ message }) => message),
    [
      'Another picture, please',
      'Held: the client has not approved it in time. Once it is approved, it goes out at the next free time.',
      '',
    ],
  );
});

test('a post is listed by its words, never by the name of its file, which the previews still know', async () => {
  const { waiting, as } = await aPlannedClient({ name: 'Bea', words: ['One'] });
  const [first] = await waiting();
  assert.ok(first);
  const named = async (title: string, description: string) => {
    await server.db.pool.query(`update items set title = $2, title_from_file = true, description = $3 where id = $1`, [
      first.item_id,
      title,
      description,
    ]);
    const {
      title: shown,
      item_title: own,
      title_from_file: isFile,
    } = await server.ask('fetch-approval', { id: first.id }, as);
    return [shown, own, isFile];
  };
  assert.deepEqual(await named('IMG_2041', 'We open at 8.'), ['We open at 8.', 'IMG_2041', true]);
  assert.deepEqual(await named('IMG_2041', ''), ['Picture', 'IMG_2041', true]);
});

test('the ledger counts posts that wait for approval as waiting, and its list says so', async () => {
  const { client } = await aPlannedClient();
  clock.pass(30 * 24 * hour);
  const month = { month: '2026-06', timezone: 'UTC', client_id: client.id };
  const ledger = await server.ask('fetch-ledger', { month: '2026-06', timezone: 'UTC' });
  const own = ledger.clients.find(({ id }) => id === client.id);
  assert.deepEqual([own?.planned, own?.waiting, own?.missed, ledger.adds_up], [2, 2, 0, true]);
  const { items } = await server.ask('fetch-ledger-deliveries', month);
  assert.deepEqual(
    items.map(({ state, unapproved }) => [state, unapproved]),
    [
      ['scheduled', true],
      ['scheduled', true],
    ],
  );
  clock.set(new Date('2026-06-01T08:00:00Z'));
});

test('the history of a delivery names who had to approve, what was said, and what comes next', async () => {
  const { client, as, itemIds, waiting, posts } = await aPlannedClient({ name: 'Ada', words: ['One'] });
  const [post] = await waiting();
  assert.ok(post);
  const delivery = (await posts())[0]?.social_networks[0]?.delivery_id ?? '';
  const story = async () =>
    (await server.ask('explain-delivery', { delivery_id: delivery })).steps.map(({ text, detail }) =>
      detail === '' ? text : `${text} ${detail}`,
    );
  assert.deepEqual((await story()).slice(1), [
    'Ada was asked to approve it. It is not published before that.',
    'Next: It waits for the client’s approval.',
  ]);
  await server.ask('send-back-post', { ...pick(post), comment: 'A typo' }, as);
  await server.ask('update-stream', { id: itemIds[0] ?? '', title: 'One', description: 'Better words' });
  clock.pass(hour + 60);
  assert.deepEqual((await story()).slice(2), [
    'Ada sent it back. “A typo”',
    `${server.owner.name} changed the content, so Ada was asked again.`,
    'Next: Held: the client has not approved it in time. Once it is approved, it goes out at the next free time.',
  ]);
  const [again] = await waiting();
  assert.ok(again);
  await server.ask('approve-posts', { posts: [pick(again)] }, as);
  const steps = await story();
  assert.ok(
    steps.includes('Ada approved it.') && steps.some((step) => step.includes('the next free time')),
    steps.join('\n'),
  );
  assert.ok(steps.at(-1)?.startsWith('Next: it will be published at '));
  clock.pass(hour);
  await worker.publishDue();
  assert.ok(!(await story()).some((step) => step.startsWith('Held back')), 'a pause is another thing');
  assert.equal(client.name, 'Ada');
});

test('the dashboard counts what waits for each client within three days, and how much of it today', async () => {
  const { client, as, waiting } = await aPlannedClient({ name: 'Eve', words: ['1', '2', '3', '4', '5', '6'] });
  const hours = [-1, 1, 8, 30, 71, 73];
  const posts = await waiting();
  for (const [index, { id }] of posts.entries())
    await server.db.pool.query(
      "update occurrences set due_at = $1::timestamptz + $2 * interval '1 hour' where id = $3",
      [clock.now(), hours[index], id],
    );
  const needs = async (timezone: string) =>
    (await server.ask('fetch-needs-you', { timezone })).needs_you.flatMap(({ client_id: id, kind, title }) =>
      id === client.id && kind === 'to-approve' ? [title] : [],
    );
  assert.deepEqual(await needs('UTC'), ['4 posts wait for Eve, 2 of them today']);
  // There the clock is ten hours ahead: the post in eight hours is due tomorrow.
  assert.deepEqual(await needs('Australia/Brisbane'), ['4 posts wait for Eve, 1 of them today']);
  for (const post of posts.slice(2, 5)) await server.ask('approve-posts', { posts: [pick(post)] }, as);
  assert.deepEqual(await needs('UTC'), ['1 post waits for Eve, today']);
});
