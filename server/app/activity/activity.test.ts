import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { aClient, aMember, anOwner, aServer, type TestPerson } from '../testing/server.ts';
import { audit, auditWorker } from '../../base/audit/queries.ts';

const server = await aServer();
const utc = { timezone: 'UTC' };

/** Records an action as of an instant. */
async function record(
  person: TestPerson,
  {
    action,
    at,
    address = '203.0.113.7',
    impersonated = false,
    subject,
  }: {
    action: string;
    at: string;
    address?: string;
    impersonated?: boolean;
    subject?: { kind: string; id: string };
  },
): Promise<void> {
  await server.db.asSystem((tx) =>
    audit(tx, {
      user: { id: person.id, agencyId: person.agencyId, impersonated },
      origin: { address },
      action,
      ...(subject ? { subjectKind: subject.kind, subjectId: subject.id } : {}),
    }),
  );
  await server.db.pool.query(
    'update audit_entries set created_at = $1 where id = (select max(id) from audit_entries)',
    [at],
  );
}

async function anEventfulAgency() {
  const owner = await anOwner(server.db, { name: 'Mia Owner' });
  const [member, client] = [
    await aMember(server.db, owner, { name: 'Tom Member' }),
    await aClient(server.db, owner, { name: 'Sunrise Bakery' }),
  ];
  await record(owner, {
    action: 'owner-created',
    at: '2026-11-01T08:00:00Z',
    address: 'operator',
    subject: { kind: 'owner', id: owner.id },
  });
  await record(owner, { action: 'signed-in', at: '2026-11-02T22:30:00Z' });
  await record(member, {
    action: 'client-added',
    at: '2026-11-03T09:00:00Z',
    subject: { kind: 'client', id: client.id },
  });
  await record(owner, {
    action: 'client-edited',
    at: '2026-11-04T09:00:00Z',
    impersonated: true,
    subject: { kind: 'client', id: client.id },
  });
  await server.db.asSystem((tx) =>
    auditWorker(tx, [
      {
        agencyId: owner.agencyId,
        action: 'plan-timed-anew',
        subjectKind: 'schedule',
        subjectId: '999999',
        details: { items: 2, from: '2026a', to: '2026b' },
      },
    ]),
  );
  return { owner, member, client };
}

describe('the activity of an agency', () => {
  test('the page says who did what, from where and on whose behalf, latest first', async () => {
    const { owner } = await anEventfulAgency();
    const { items, total } = await server.ask('fetch-activity', utc, { as: owner });
    assert.equal(total, 5);
    assert.deepEqual(
      items.map(({ who, on_behalf_of: behalf, what, from }) => [who, behalf, what, from]),
      [
        [
          'AgencyReel',
          null,
          'Recomputed the times of 2 posts of the schedule of a deleted stream: the rules of its time zone have ' +
            'changed (2026a to 2026b)',
          '',
        ],
        ['Operator', 'Mia Owner', 'Edited the client “Sunrise Bakery”', '203.0.113.7'],
        ['Tom Member', null, 'Added the client “Sunrise Bakery”', '203.0.113.7'],
        ['Mia Owner', null, 'Signed in', '203.0.113.7'],
        ['Operator', null, 'Made the account of “Mia Owner”', 'Command line'],
      ],
    );
  });

  test('the filter takes a person, an actor, a kind and days of the requested time zone', async () => {
    const { owner, member } = await anEventfulAgency();
    const whats = async (filter: object) =>
      (await server.ask('fetch-activity', { ...utc, ...filter }, { as: owner })).items.map(
        ({ what }) => what.split(' ')[0],
      );
    assert.deepEqual(await whats({ person_id: member.id }), ['Added']);
    assert.deepEqual(await whats({ person_id: owner.id }), ['Signed']);
    assert.deepEqual(await whats({ doer: 'operator' }), ['Edited', 'Made']);
    assert.deepEqual(await whats({ doer: 'product' }), ['Recomputed']);
    assert.deepEqual(await whats({ kind: 'clients' }), ['Edited', 'Added']);
    assert.deepEqual(await whats({ from: '2026-11-02', to: '2026-11-03' }), ['Added', 'Signed']);
    assert.deepEqual(await whats({ from: '2026-11-03', to: '2026-11-03' }), ['Added']);
    assert.deepEqual(await whats({ from: '2026-11-03', to: '2026-11-03', timezone: 'Europe/Berlin' }), ['Added']);
    assert.deepEqual(await whats({ from: '2026-11-03', to: '2026-11-03', timezone: 'Asia/Tokyo' }), [
      'Added',
      'Signed',
    ]);
  });

  test('a search matches all its words in the action, its people, its object and its origin', async () => {
    const { owner } = await anEventfulAgency();
    const found = async (search: string, more: object = {}) => {
      const { items, total } = await server.ask('fetch-activity', { ...utc, search, ...more }, { as: owner });
      assert.equal(total, items.length);
      return items.map(({ what }) => what.split(' ')[0]);
    };
    assert.deepEqual(await found('bakery'), ['Edited', 'Added']);
    assert.deepEqual(await found('sunrise added'), ['Added']);
    assert.deepEqual(await found('tom'), ['Added']);
    assert.deepEqual(await found('OPERATOR'), ['Edited', 'Made']);
    assert.deepEqual(await found('agencyreel'), ['Recomputed']);
    assert.deepEqual(await found('2026b'), ['Recomputed']);
    assert.deepEqual(await found('203.0.113', { kind: 'clients' }), ['Edited', 'Added']);
    assert.deepEqual(await found('subject'), [], 'the name of a gap in a sentence is no word of it');
    assert.deepEqual(await found('100%'), []);
    const { csv } = await server.ask('export-activity', { ...utc, search: 'sunrise added' }, { as: owner });
    assert.equal(csv.trim().split('\r\n').length, 2);
  });

  test('a name that two agencies share finds only the agency’s own entries', async () => {
    const { owner } = await anEventfulAgency();
    const { owner: other } = await anEventfulAgency();
    const idsOf = async (as: TestPerson) =>
      (await server.ask('fetch-activity', { ...utc, search: 'sunrise' }, { as })).items.map(({ id }) => id);
    const [ours, theirs] = [await idsOf(owner), await idsOf(other)];
    assert.deepEqual([ours.length, theirs.length, new Set([...ours, ...theirs]).size], [2, 2, 4]);
  });

  test('the filter offers all people with entries, also those who have left', async () => {
    const { owner, member } = await anEventfulAgency();
    await server.db.pool.query('update users set deleted_at = now() where id = $1', [member.id]);
    const people = await server.ask('fetch-activity-people', {}, { as: owner });
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Mia Owner', 'Tom Member'],
    );
  });

  test('the entries come in pages without a gap or a duplicate', async () => {
    const owner = await anOwner(server.db);
    for (let number = 0; number < 60; number += 1)
      await record(owner, { action: 'signed-in', at: '2026-11-02T22:30:00Z' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.ask('fetch-activity', cursor === undefined ? utc : { ...utc, cursor }, { as: owner });
      assert.equal(page.total, 60);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual([seen.length, new Set(seen).size], [60, 60]);
  });

  test('the export has the filtered entries, with formula-like names as text', async () => {
    const { owner } = await anEventfulAgency();
    await server.db.pool.query(`update users set name = '=cmd' where id = $1`, [owner.id]);
    const { csv } = await server.ask(
      'export-activity',
      { timezone: 'Europe/Berlin', kind: 'signing-in' },
      { as: owner },
    );
    assert.equal(
      csv,
      '\ufeffWhen,Timezone,Who,On behalf of,What,Kind,From\r\n2026-11-02 ' +
        "23:30,Europe/Berlin,'=cmd,,Signed in,Signing in and out,203.0.113.7\r\n",
    );
  });

  test('members, clients and other agencies cannot read it', async () => {
    const { owner, member, client } = await anEventfulAgency();
    for (const as of [member, client]) assert.equal((await server.call('fetch-activity', utc, { as })).code, 403);
    assert.equal(
      (await server.ask('fetch-activity', utc)).items.some(({ who }) => who === owner.name),
      false,
    );
    assert.equal((await server.call('fetch-activity', { ...utc, person_id: owner.id })).code, 404);
  });
});
