/**
 * Two people, or two tabs, that save the same form: neither silently overwrites what the other has saved.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import type { Name } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aClient, aMember, anOwner, aServer, type TestPerson } from './server.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T00:00:00Z') });
await server.db.pool.query(`update users set membership = 'dfy__enterprise__unlimited'`);
const { owner, ask } = server;
const client = await aClient(server.db, owner, { name: 'Client' });
const member = await aMember(server.db, owner, { name: 'Member' });
const person = await anOwner(server.db, { name: 'Person', membership: 'dfy' });
const [stream] = await ask('content-stream', {
  type: 'text',
  title: 'Spring',
  tags: 'a, b',
  description: 'About spring',
});
const sold = await ask('reseller', {
  name: 'Sold',
  email: 'sold@agency.test',
  password: 'Sunny-Day1!',
  plans: ['dfy'],
});
await ask('agency', { name: 'Agency', email: 'hello@agency.test', site: 'https://agency.test' });
const streamId = stream?.id ?? '';
const [item] = await ask('text-stream', { content_stream_id: streamId, description: '[{"value":"Words"}]' });
const itemId = item?.id ?? '';
const { id: scheduleId } = await ask(
  'save-scheduler',
  anOrder({
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: [await anAccount(server, client)],
  }),
);

type Fields = Readonly<Record<string, unknown>>;
type Form = {
  what: string;
  call: Name;
  /** What the call takes in addition to the form's fields. */
  key: Fields;
  as?: TestPerson;
  /** The stored row, and its version. */
  read: () => Promise<Fields & { version: string }>;
  /** What one tab saves, what the other tab saves in another field, and what it saves in the same one. */
  one: Fields;
  other: Fields;
  same: Fields;
};

const only = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`one was to be found, not ${items.length}`);
  return item;
};

const forms: readonly Form[] = [
  {
    what: 'a client',
    call: 'edit-app-client-account',
    key: { id: client.id },
    read: async () => only((await ask('fetch-app-client', { id: client.id })).items),
    one: { company: 'One & Sons' },
    other: { description: 'Others' },
    same: { company: 'Same & Sons' },
  },
  {
    what: 'the agency',
    call: 'agency',
    key: {},
    read: () => ask('fetch-agency', {}),
    one: { site: 'https://one.test' },
    other: { name: 'Other' },
    same: { site: 'https://same.test' },
  },
  {
    what: 'a stream',
    call: 'content-stream',
    key: { id: streamId },
    read: async () => (await ask('fetch-stream', { id: streamId })).stream,
    one: { tags: 'one' },
    other: { title: 'Other' },
    same: { tags: 'same' },
  },
  {
    what: 'an item of a stream',
    call: 'update-stream',
    key: { id: itemId },
    read: async () => only((await ask('fetch-stream', { id: streamId })).items),
    one: { title: 'One' },
    other: { description: 'Others' },
    same: { title: 'Same' },
  },
  {
    what: 'a reseller',
    call: 'reseller',
    key: { id: sold.id },
    read: async () => {
      const account = only((await ask('fetch-reseller-accounts', {})).items);
      return { ...account, plans: account.membership.split('__') };
    },
    one: { name: 'One' },
    other: { plans: ['dfy', 'unlimited'] },
    same: { name: 'Same' },
  },
  {
    what: 'a team member',
    call: 'edit-client-account',
    key: { id: member.id },
    read: async () => only((await ask('fetch-team-members', {})).items),
    one: { name: 'One' },
    other: {},
    same: { name: 'Same' },
  },
  {
    what: 'a person',
    call: 'profile',
    key: {},
    as: person,
    read: () => ask('fetch-user', {}, { as: person }),
    one: { name: 'One' },
    other: {},
    same: { name: 'Same' },
  },
  {
    what: 'a schedule',
    call: 'reschedule',
    key: { id: scheduleId },
    read: async () => {
      const { schedule } = await ask('fetch-scheduler', { id: scheduleId });
      return {
        ...schedule,
        schedule_date: schedule.schedule_date.slice(0, 10),
        re_purpose: Number(schedule.re_purpose),
      };
    },
    one: { schedule_date: '2026-07-01', hours: '10', minutes: '15', timezone: 'Europe/Berlin' },
    other: { re_purpose: 1 },
    same: { schedule_date: '2026-08-01', hours: '11', minutes: '45', timezone: 'Europe/London' },
  },
];

const conflict = z.object({
  status: z.literal(false),
  message: z.literal(messages.changedMeanwhile),
  data: z.object({
    version: z.string(),
    current: z.record(z.string(), z.unknown()),
    yours: z.record(z.string(), z.unknown()),
  }),
});

const refused = z.object({ errors: z.record(z.string(), z.string()) });

async function save({ call, key, as = owner }: Form, fields: Fields): Promise<{ code: number; body: unknown }> {
  const reply = await server.send(`/api/${call}`, {
    method: 'POST',
    body: JSON.stringify({ ...key, ...fields }),
    headers: { 'content-type': 'application/json', authorization: as.token },
  });
  return { code: reply.status, body: await reply.json() };
}
const part = (whole: Fields, like: Fields): Fields =>
  Object.fromEntries(Object.keys(like).map((field) => [field, whole[field]]));

for (const form of forms) {
  const { what, one, other, same, read } = form;
  describe(`saving ${what}`, () => {
    test('a save with the current version changes only the sent fields', async () => {
      const before = await read();
      assert.equal((await save(form, { ...one, version: before.version })).code, 200);
      const after = await read();
      assert.deepEqual(part(after, { ...one, ...other }), { ...part(before, { ...one, ...other }), ...one });
      assert.notEqual(after.version, before.version);
    });

    test('a save with an outdated version gets a 409 with both states, and changes nothing', async () => {
      const { version: stale } = await read();
      assert.equal((await save(form, { ...same, version: stale })).code, 200);
      const stored = await read();
      const late = Object.keys(other).length > 0 ? other : one;
      const { code, body } = await save(form, { ...late, version: stale });
      assert.equal(code, 409);
      const { data } = conflict.parse(body);
      assert.deepEqual([data.version, data.yours, part(data.current, same)], [stored.version, late, same]);
      assert.deepEqual(await read(), stored);

      assert.equal((await save(form, { ...late, version: data.version })).code, 200);
      assert.deepEqual(part(await read(), { ...same, ...late }), { ...same, ...late });
    });

    test('a save that is sent again after a lost answer is done once', async () => {
      const { version } = await read();
      for (let sent = 0; sent < 2; sent += 1) assert.equal((await save(form, { ...one, version })).code, 200);
      assert.deepEqual(part(await read(), one), one);
    });

    test('of two saves at the same moment with the same version one succeeds', async () => {
      const { version } = await read();
      const replies = await Promise.all([
        save(form, { ...same, version }),
        save(form, { ...changedFrom(same), version }),
      ]);
      assert.deepEqual(
        replies.map(({ code }) => code).toSorted((a, b) => a - b),
        [200, 409],
      );
    });

    test('an invalid version is refused with a message at the field', async () => {
      const { code, body } = await save(form, { ...one, version: 'latest' });
      assert.equal(code, 422);
      assert.deepEqual(refused.parse(body).errors, { version: 'This version is not known. Please reload the page.' });
    });
  });
}

/** Other values of the same fields. */
const changedFrom = (fields: Fields): Fields => {
  if ('schedule_date' in fields) return { ...fields, schedule_date: '2026-09-01' };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, `${String(value)}/2`]));
};

test('a save without a version must be complete, and names the missing fields', async () => {
  for (const [call, key, missed] of [
    ['edit-app-client-account', { id: client.id }, ['earning', 'frequency', 'name']],
    ['agency', {}, ['email', 'name']],
    ['content-stream', { id: streamId }, ['description', 'title', 'type']],
    ['content-stream', { version: '0123456789abcdef' }, ['description', 'title', 'type']],
    ['update-stream', { id: itemId }, ['description', 'title']],
    ['reseller', { id: sold.id }, ['name']],
    ['edit-client-account', { id: member.id }, ['name']],
    ['reschedule', { id: scheduleId }, ['hours', 'minutes', 're_purpose', 'schedule_date', 'timezone']],
  ] as const) {
    const reply = await server.send(`/api/${call}`, {
      method: 'POST',
      body: JSON.stringify(key),
      headers: { 'content-type': 'application/json', authorization: owner.token },
    });
    assert.deepEqual(
      [call, reply.status, Object.keys(refused.parse(await reply.json()).errors).toSorted()],
      [call, 422, missed],
    );
  }
  await ask('edit-app-client-account', { id: client.id, name: 'Whole', earning: 1, frequency: 'weekly' });
  const { name, company, description } = only((await ask('fetch-app-client', { id: client.id })).items);
  assert.deepEqual([name, company, description], ['Whole', '', '']);
});

test('changing whether a schedule repeats moves no post', async () => {
  const { schedule, items } = await ask('fetch-scheduler', { id: scheduleId });
  await ask('reschedule', {
    id: scheduleId,
    version: schedule.version,
    re_purpose: schedule.re_purpose === '1' ? 0 : 1,
  });
  const after = await ask('fetch-scheduler', { id: scheduleId });
  assert.notEqual(after.schedule.re_purpose, schedule.re_purpose);
  assert.deepEqual(after.items, items);
});
