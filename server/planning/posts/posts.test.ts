import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import type { Sent } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { anAccount } from '../schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';

const now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Corner Studio' });
const account = await anAccount(server, client);
const second = await anAccount(server, client, 'telegram', 'second');

const first = (parts: Partial<Sent<'save-post'>> = {}): Sent<'save-post'> => ({
  save_key: crypto.randomUUID(),
  client_id: client.id,
  account_ids: [account],
  words: `Words ${crypto.randomUUID()}`,
  ...parts,
});
const aDraft = async (parts: Partial<Sent<'save-post'>> = {}) => server.ask('save-post', first(parts));
type Draft = Awaited<ReturnType<typeof aDraft>>;
const plan = ({ draft_id, version }: Draft, parts: Partial<Sent<'schedule-post'>> = {}): Sent<'schedule-post'> => ({
  draft_id,
  version,
  client_id: client.id,
  account_ids: [account],
  when: { kind: 'at', date: '2026-06-03', time: '10:00', timezone: 'Europe/Berlin' },
  ...parts,
});
const schedules = async () => (await server.ask('fetch-schedulers', {})).total;

/** A call that is refused with data. */
async function refusal<N extends 'save-post' | 'schedule-post'>(name: N, input: Sent<N>): Promise<unknown> {
  const response = await server.send(`/api/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', authorization: owner.token },
  });
  assert.equal(response.status, 409);
  return response.json();
}
const someWords = z.object({ words: z.string() });
const conflictIn = (reply: unknown) =>
  z.object({ data: z.object({ version: z.string(), current: someWords, yours: someWords }) }).parse(reply).data;
const doublesIn = (reply: unknown) =>
  z
    .object({
      data: z.object({
        doubles: z.array(z.object({ account_id: z.string(), posts: z.number(), message: z.string() })),
      }),
    })
    .parse(reply).data;

test('a repeated first save is one draft, and a later save needs the current version', async () => {
  const input = first();
  const saved = await server.ask('save-post', input);
  assert.deepEqual(await server.ask('save-post', input), saved);
  const { draft_id, version } = saved;
  const { save_key: _key, ...content } = input;
  const changed = await server.ask('save-post', { ...content, draft_id, version, words: 'Changed' });
  assert.notEqual(changed.version, version);
  const late = { ...content, draft_id, version, words: 'Of somebody else' };
  assert.equal((await server.call('save-post', late)).message, messages.postChanged);
  const { version: stored, current, yours } = conflictIn(await refusal('save-post', late));
  assert.deepEqual([stored, current.words, yours.words], [changed.version, 'Changed', 'Of somebody else']);
  // The answer of a save was lost: the same values are no conflict.
  assert.deepEqual(await server.ask('save-post', { ...late, words: 'Changed' }), changed);
});

test('two first saves at the same time with one key are one draft', async () => {
  const input = first();
  const both = await Promise.all([server.ask('save-post', input), server.ask('save-post', input)]);
  assert.deepEqual(both[0], both[1]);
});

test('a post that is planned twice, or whose answer was lost, is planned once and answered alike', async () => {
  const draft = await aDraft();
  const before = await schedules();
  await using blocker = await db.pool
    .connect()
    .then((held) => ({ held, [Symbol.asyncDispose]: async () => held.release() }));
  await blocker.held.query('begin');
  await blocker.held.query('select from drafts where id = $1 for update', [draft.draft_id]);
  const both = [server.ask('schedule-post', plan(draft)), server.ask('schedule-post', plan(draft))];
  await waitsForLock(db, Promise.all(both));
  await blocker.held.query('commit');
  const [one, other] = await Promise.all(both);
  assert.deepEqual(one, other);
  assert.deepEqual(await server.ask('schedule-post', plan(draft)), one);
  assert.deepEqual([one?.local, one?.due_at], ['2026-06-03 10:00', '2026-06-03T08:00:00.000Z']);
  assert.equal(await schedules(), before + 1);
  const saved = await server.call('save-post', {
    ...first(),
    save_key: undefined,
    draft_id: draft.draft_id,
    version: draft.version,
  });
  assert.deepEqual([saved.code, saved.message], [409, messages.postAlreadyPlanned]);
});

test('the key of the first save names the post after it is planned', async () => {
  const input = first();
  const draft = await server.ask('save-post', input);
  const { draft_id: _id, ...byKey } = plan(draft);
  const planned = await server.ask('schedule-post', { ...byKey, save_key: input.save_key });
  assert.deepEqual(await server.ask('schedule-post', { ...byKey, save_key: input.save_key }), planned);
  assert.equal((await server.call('save-post', input)).code, 409);
});

test('a post that goes out now is due in ten seconds', async () => {
  const planned = await server.ask('schedule-post', plan(await aDraft(), { when: { kind: 'now' } }));
  assert.equal(planned.due_at, '2026-06-01T08:00:10.000Z');
});

test('a draft that has changed is not planned by an older version', async () => {
  const draft = await aDraft();
  await server.ask('save-post', { ...first(), save_key: undefined, draft_id: draft.draft_id, version: draft.version });
  assert.equal((await server.call('schedule-post', plan(draft))).code, 409);
});

test('an empty draft, and accounts that cannot take it, are refused, and the draft stays', async () => {
  const vimeo = await anAccount(server, client, 'vimeo', 'videos');
  const empty = await aDraft({ words: ' ' });
  assert.equal((await server.call('schedule-post', plan(empty))).message, messages.postEmpty);
  const text = await aDraft({ account_ids: [vimeo] });
  const refused = await server.call('schedule-post', plan(text, { account_ids: [vimeo] }));
  assert.deepEqual([refused.code, refused.message], [422, messages.accountNotEligible]);
  assert.equal((await server.ask('fetch-post', { draft_id: text.draft_id })).state, 'draft');
});

test('a client that gets the same words already is named, unless the person confirms', async () => {
  const words = 'Brush  twice a DAY';
  await server.ask('schedule-post', plan(await aDraft({ words })));
  const draft = await aDraft({ words: ' brush twice\na day ' });
  const again = plan(draft, {
    account_ids: [second, account],
    when: { kind: 'at', date: '2026-06-20', time: '09:00' },
  });
  assert.equal((await server.call('schedule-post', again)).message, messages.postAgain);
  const { doubles } = doublesIn(await refusal('schedule-post', again));
  assert.deepEqual(
    doubles.map((double) => [double.account_id, double.posts, double.message]),
    [[account, 1, 'Corner Studio gets this already: Wed 3 Jun, 10:00.']],
  );
  const checked = await server.ask('check-post', {
    client_id: client.id,
    account_ids: [account],
    words,
    when: { date: '2026-06-20', time: '09:00', timezone: 'UTC' },
  });
  assert.deepEqual(
    checked.doubles.map(({ posts }) => posts),
    [1],
  );
  assert.ok(await server.ask('schedule-post', { ...again, confirm: true }));
  const far = await aDraft({ words });
  const later = plan(far, { when: { kind: 'at', date: '2026-09-01', time: '09:00' } });
  assert.equal((await server.call('schedule-post', later)).code, 200, 'more than 30 days apart');
});

test('a planned post becomes its draft again, once, and can be planned again', async () => {
  const draft = await aDraft();
  const planned = await server.ask('schedule-post', plan(draft));
  const { occurrence_id } = planned;
  const shown = await server.ask('fetch-post', { occurrence_id });
  assert.deepEqual(
    [shown.state, shown.stream, shown.can_unplan, shown.planned_posts, shown.deliveries.length],
    ['planned', null, true, 1, 1],
  );
  const back = await server.ask('unplan-post', { occurrence_id });
  assert.equal(back.item_id, draft.item_id);
  assert.deepEqual(await server.ask('unplan-post', { occurrence_id }), back);
  const kept = await server.ask('fetch-post', { draft_id: back.draft_id });
  assert.deepEqual(
    [kept.state, kept.when?.date, kept.when?.time, kept.accounts.map(({ id }) => id)],
    ['draft', '2026-06-03', '10:00', [account]],
  );
  const again = await server.ask('schedule-post', plan(back));
  assert.notEqual(again.occurrence_id, occurrence_id);
});

test('a post that is being sent, or was sent, does not become a draft', async () => {
  const { occurrence_id } = await server.ask('schedule-post', plan(await aDraft()));
  for (const state of ['sending', 'uncertain', 'published']) {
    await db.pool.query(`update deliveries set state = $2 where occurrence_id = $1`, [occurrence_id, state]);
    const refused = await server.call('unplan-post', { occurrence_id });
    assert.deepEqual([refused.code, refused.message], [409, messages.postUnderWay], state);
  }
  assert.equal((await server.ask('fetch-post', { occurrence_id })).can_unplan, false);
});

test('a copy of a draft or a post is a draft without a time', async () => {
  const draft = await aDraft({ alt_text: 'Bread', when: { date: '2026-06-05', time: '10:00', timezone: 'UTC' } });
  const copy = await server.ask('duplicate-post', { draft_id: draft.draft_id });
  const { occurrence_id } = await server.ask('schedule-post', plan(draft));
  const other = await server.ask('duplicate-post', { occurrence_id });
  for (const { draft_id } of [copy, other]) {
    const shown = await server.ask('fetch-post', { draft_id });
    assert.deepEqual([shown.alt_text, shown.when, shown.accounts.length], ['Bread', null, 1]);
  }
});

test('a discarded draft can be brought back, an empty one is gone', async () => {
  const draft = await aDraft();
  await server.ask('delete-draft', { id: draft.draft_id });
  assert.equal((await server.call('fetch-post', { draft_id: draft.draft_id })).code, 404);
  assert.equal((await server.call('schedule-post', plan(draft))).code, 404);
  await server.ask('restore-draft', { id: draft.draft_id });
  assert.equal((await server.ask('fetch-post', { draft_id: draft.draft_id })).state, 'draft');
  await server.ask('delete-draft', { id: draft.draft_id });
  await db.pool.query(`update drafts set discarded_at = '2026-05-01' where id = $1`, [draft.draft_id]);
  assert.equal((await server.call('restore-draft', { id: draft.draft_id })).code, 404, 'after 30 days');
  const empty = await aDraft({ words: '' });
  await server.ask('delete-draft', { id: empty.draft_id });
  const { rows: kept } = await db.pool.query('select from items where id = $1', [draft.item_id]);
  assert.equal(kept.length, 0, 'and is gone with the next one');
  assert.equal((await server.call('restore-draft', { id: empty.draft_id })).code, 404);
});

test('of several posts at once, a row that cannot be planned is left with its reason, and stores nothing', async () => {
  const before = await schedules();
  const row = (parts: object = {}) => ({
    save_key: crypto.randomUUID(),
    account_ids: [account],
    words: `Row ${crypto.randomUUID()}`,
    when: { date: '2026-06-10', time: '09:00', timezone: 'Europe/Berlin' },
    ...parts,
  });
  const elsewhere = await anAccount(server, await aClient(db, owner));
  const twin = `Twin ${crypto.randomUUID()}`;
  const posts = [
    row(),
    row({ words: ' ' }),
    row({ words: twin, account_ids: [account, second, account] }),
    row({ words: twin, when: { date: '2026-06-11', time: '09:00', timezone: 'Europe/Berlin' } }),
    row({ when: { date: '2026-05-31', time: '09:00', timezone: 'Europe/Berlin' } }),
    row({ account_ids: [elsewhere] }),
  ];
  const input = { client_id: client.id, posts };
  const rows = await server.ask('plan-posts', input);
  assert.deepEqual(
    rows.map(({ save_key: key, local, is_double: isDouble }) => [
      posts.findIndex((post) => post.save_key === key),
      local,
      isDouble,
    ]),
    [
      [0, '2026-06-10 09:00', false],
      [1, '', false],
      [2, '2026-06-10 09:00', false],
      [3, '', true],
      [4, '', false],
      [5, '', false],
    ],
  );
  assert.deepEqual(
    rows.map(({ problem }) => problem).filter((_problem, index) => index !== 3),
    ['', messages.postEmpty, '', 'This time has already passed. Please choose a later one.', messages.notFound],
  );
  assert.match(rows[3]?.problem ?? '', /^Corner Studio gets this already: /);
  assert.equal(await schedules(), before + 2);
  const { rows: left } = await db.pool.query('select id from streams where save_key = any ($1)', [
    posts.filter((_post, index) => ![0, 2].includes(index)).map(({ save_key: key }) => key),
  ]);
  assert.equal(left.length, 0);

  // The answer was lost.
  assert.deepEqual(await server.ask('plan-posts', input), rows);
  const both = await server.ask('plan-posts', { ...input, confirm: true });
  assert.deepEqual(
    both.map(({ occurrence_id: id }, index) => (index === 3 ? id !== null : id)),
    rows.map(({ occurrence_id: id }, index) => index === 3 || id),
  );
  assert.equal(await schedules(), before + 3);
  const [changed] = await server.ask('plan-posts', {
    ...input,
    posts: [{ ...row(), save_key: posts[0]?.save_key ?? '' }],
  });
  assert.deepEqual([changed?.occurrence_id, changed?.problem], [null, messages.postPlannedOtherwise]);
  assert.equal(await schedules(), before + 3, 'neither planned again nor changed');
  const several = { client_id: client.id, posts: Array.from({ length: 5 }, () => row()) };
  const [one, other] = await Promise.all([server.ask('plan-posts', several), server.ask('plan-posts', several)]);
  assert.deepEqual(one, other);
  assert.equal(await schedules(), before + 8);
});
