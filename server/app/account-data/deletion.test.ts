import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { createFirstOwner } from '../../people/operator/owners.ts';
import { anOwner, aPerson } from '../testing/server.ts';
import { checksumOf } from '../testing/rows.ts';
import { findWords } from './testing-fill.ts';
import { aDeletionStage } from './testing-deletion.ts';

const { aFilledAgency, ask, clock, db, deletionOf, received, server, stored, wordsOf, work } = await aDeletionStage();

test('deleting an agency empties every table, the queue and the storage of it, and of no other agency', async () => {
  const acme = await aFilledAgency('acme', 7_000_000_000_000);
  const bravo = await aFilledAgency('bravo', 8_000_000_000_000);
  const { rows: tables } = await db.pool.query<{ name: string }>(`
    select 'public.' || c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname = 'agency_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const found = await findWords(db, wordsOf(acme));
  const whereFound = new Set(found.map((row) => row.split(':', 1)[0]));
  assert.deepEqual(
    [...tables.map(({ name }) => name), 'public.agencies', 'pgboss.job_common'].filter((name) => !whereFound.has(name)),
    [],
    'the search finds words in every table',
  );
  const ofBravo = async () => (await findWords(db, wordsOf(bravo))).toSorted();
  const before = await ofBravo();

  assert.equal((await ask(acme.owner, acme.owner.email)).code, 200);
  await work();
  const left = await findWords(db, wordsOf(acme));
  assert.deepEqual(
    left.filter((row) => !row.startsWith('public.agency_deletions:')),
    [],
  );
  assert.equal(left.length, 1, 'that there was an agency of this id');
  assert.deepEqual(
    stored().filter((file) => file.includes('acme')),
    [],
  );
  assert.deepEqual(await ofBravo(), before);
  assert.equal(stored().filter((file) => file.includes('bravo bytes')).length, bravo.objects.length);
  const record = await deletionOf(acme.agencyId);
  assert.deepEqual(
    [record?.['step'], record?.['objects'], record?.['last_mail'], record?.['finished_at']],
    ['done', [], '', clock.now],
  );
});

test('a preview says what a deletion would delete, and only the right words start it', async () => {
  const { owner } = await aFilledAgency('charlie', 9_000_000_000_000);
  const preview = await server.ask('preview-deletion', {}, { as: owner });
  assert.deepEqual(
    [preview.email, preview.counts.posted, preview.by_person, preview.revocable],
    [owner.email, 1, [], []],
  );
  const before = await checksumOf(db);
  for (const words of ['', ' ', 'delete', preview.agency_name.toUpperCase(), `${owner.email}x`]) {
    const reply = await ask(owner, words);
    assert.deepEqual([reply.code, reply.message], [422, messages.deletionWords]);
  }
  assert.deepEqual(await checksumOf(db), before);
  assert.equal((await ask(owner, preview.agency_name)).message, messages.deletionStarted);
  await work();
});

test('everybody is signed out for good, and the owner follows the deletion to its end by a token', async () => {
  const owner = await anOwner(db, { password: 'Sunny-Day1!' });
  const member = await aPerson(db, { role: 'member', agencyId: owner.agencyId });
  const client = await aPerson(db, { role: 'client', agencyId: owner.agencyId, password: 'Sunny-Day1!' });
  const reply = await ask(owner, owner.email);
  assert.ok(reply.status);
  for (const as of [owner, member, client]) assert.equal((await server.call('fetch-user', {}, { as })).code, 401);
  for (const { email } of [owner, client])
    assert.equal(
      (await server.call('login', { email, password: 'Sunny-Day1!' }, { as: null })).message,
      messages.loginWrong,
    );
  const { token } = reply.data;
  const follow = () => server.ask('fetch-deletion', { token }, { as: null });
  assert.deepEqual([(await follow()).step, (await follow()).percent], ['publishing', 0]);
  received.length = 0;
  await work();
  assert.deepEqual(await follow(), { step: 'done', percent: 100, revoked: 0, unrevoked: 0, mail_failed: false });
  assert.equal((await server.call('fetch-deletion', { token: 'nonsense' }, { as: null })).code, 404);
  assert.deepEqual(
    received.map(({ to, subject }) => [to?.[0]?.address, subject]),
    [[owner.email, 'Your data at AgencyReel has been deleted']],
  );
  assert.equal((await anOwner(db, { email: owner.email })).email, owner.email, 'the address is free again');
});

test('created resellers outlive the agency, and a deleted reseller has no name in its seller’s log', async () => {
  const seller = await anOwner(db, { membership: 'dfy' });
  const sell = async (name: string) =>
    server.ask('reseller', { name, email: `${name.toLowerCase()}@sold.test`, password: 'Sunny-Day1!' }, { as: seller });
  const [kept, gone] = [await sell('Kept'), await sell('Vanished')];
  const personOf = async (id: string) => {
    const {
      rows: [row],
    } = await db.pool.query<{ agency_id: string; email: string }>('select agency_id, email from users where id = $1', [
      id,
    ]);
    return row ?? { agency_id: '', email: '' };
  };
  const [keptRow, goneRow] = [await personOf(kept.id), await personOf(gone.id)];
  const vanishing = await aPerson(db, { role: 'owner', agencyId: goneRow.agency_id, isReseller: true });
  await ask(vanishing, vanishing.email);
  await work();
  const log = (await server.ask('fetch-activity', { timezone: 'UTC' }, { as: seller })).items.map(({ what }) => what);
  assert.deepEqual(
    log.filter((what) => what.includes('Vanished')),
    [],
  );
  assert.ok(log.includes('Created the reseller account “somebody who is gone”'));
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: seller })).resellers, {
    names: ['Kept'],
    total: 1,
  });
  await ask(seller, seller.email);
  await work();
  const {
    rows: [row],
  } = await db.pool.query<{ name: string; seller_agency_id: string | null }>(
    'select name, seller_agency_id from agencies where id = $1',
    [keptRow.agency_id],
  );
  assert.deepEqual([row?.name, row?.seller_agency_id], ['Kept', null]);
});

test('after the only owner is deleted, the next start creates a first owner again', async () => {
  await db.pool.query('delete from agencies');
  const settings = { ownerEmail: 'first@example.test', ownerPassword: null };
  const first = await createFirstOwner(db, settings);
  assert.ok(first);
  const owner = await aPerson(db, { role: 'owner', agencyId: first.agencyId });
  await ask(owner, owner.email);
  const midway = await createFirstOwner(db, settings);
  assert.deepEqual([midway?.email, midway?.agencyId === first.agencyId], ['first@example.test', false]);
  await work();
  assert.equal((await db.pool.query('select from agencies')).rows.length, 1);
});
