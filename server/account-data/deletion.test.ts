import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { messages } from '#contract/messages.ts';
import { enqueue } from '#db/jobs.ts';
import type { Account, Network } from '#networks/network.ts';
import { createFirstOwner } from '../operator/owners.ts';
import { aNetwork, aSchedule, aWorker, posts } from '../publishing/testing.ts';
import { anOwner, aPerson, aServer, type TestPerson } from '../testing.ts';
import { checksumOf } from '../testing-rows.ts';
import { childrenFirst } from './delete-rows.ts';
import { deleteAgency } from './delete-agency.job.ts';
import { fillEveryTable, findWords } from './testing-fill.ts';
import { tidyAccountData } from './tidy-account-data.job.ts';

const received: Email[] = [];
const postbox = new SMTPServer({
  authOptional: true, disabledCommands: ['STARTTLS'],
  onData: (data, _session, done) => { buffer(data).then((bytes) => PostalMime.parse(bytes)).then((mail) => { received.push(mail); done(); }, done); },
});
await new Promise<void>((resolve) => { postbox.listen(0, '127.0.0.1', resolve); });
after(() => new Promise<void>((resolve) => { postbox.close(resolve); }));
const address = postbox.server.address();
const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const clock = { now: new Date('2026-06-01T08:00:00Z') };
const told: { network: string; username: string; token: string }[] = [];
/** Networks that take access back, that refuse to, that break, and that cannot. */
const revoking = (id: Network['id'], answer: () => ReturnType<NonNullable<Network['revoke']>>): Network => ({
  ...aNetwork({ id }).network,
  revoke: ({ username, credentials }: Account) => {
    told.push({ network: id, username, token: credentials['accessToken'] ?? '' });
    return answer();
  },
});
const networks = {
  reddit: revoking('reddit', () => Promise.resolve({ kind: 'revoked' })),
  twitter: revoking('twitter', () => Promise.resolve({ kind: 'refused', message: 'no' })),
  vimeo: revoking('vimeo', () => Promise.reject(new Error('a bug'))),
  facebook: revoking('facebook', () => Promise.resolve({ kind: 'revoked' })),
  telegram: aNetwork().network,
};
const server = await aServer({ clock: () => clock.now, networks, config: { smtpUrl } });
const { db, services } = server;
const { storage } = services;
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };

/** Does what the queue holds of deletions, as often as they ask for it; answers how many runs that took. */
async function work(given = services): Promise<number> {
  for (let runs = 0; ; runs += 1) {
    const { rows } = await db.pool.query<{ data: Record<string, string> }>(`delete from pgboss.job where name = 'delete-agency' returning data`);
    if (rows.length === 0) return runs;
    for (const { data } of rows) await deleteAgency(given)(data, context);
  }
}

/** Bytes of every stored file, by name. */
const stored = (): string[] => {
  const root = join(services.config.dataDir, 'files');
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\/./.test(name)).map((name) => `${name}: ${readFileSync(join(root, name), 'latin1')}`);
};

/** An agency with a row in every table, jobs of all kinds in the queue, bytes in storage, and an owner who can sign in. */
async function aFilledAgency(marker: string, idsFrom: number) {
  const filled = await fillEveryTable(db, { marker, idsFrom });
  await db.pool.query('update agencies set deleting_at = null where id = $1', [filled.agencyId]);
  for (const name of filled.objects) await storage.put(name, Buffer.from(`${marker} bytes`), { contentType: 'image/png', sizeBytes: marker.length + 6 });
  const owner = await aPerson(db, { role: 'owner', agencyId: filled.agencyId, name: `${marker} owner`, email: `owner@${marker}.test` });
  const { rows } = await db.pool.query<{ email: string }>('select email from users where id = $1', [filled.ids['users']]);
  const written = { letter: 'written', subject: 'Hello', text: `Hello ${marker}`, html: '' };
  await db.asSystem(async (tx) => {
    await enqueue(tx, 'send-mail', { letter: 'reset-password', agencyId: filled.agencyId, userId: owner.id });
    await enqueue(tx, 'send-mail', { ...written, agencyId: filled.agencyId, to: 'left@long-ago.test' });
    await enqueue(tx, 'send-mail', { ...written, agencyId: '', to: (rows[0]?.email ?? '').toUpperCase() });
    await enqueue(tx, 'export-data', { agencyId: filled.agencyId, exportId: filled.ids['data_exports'] ?? '' });
    await enqueue(tx, 'make-thumbnail', { fileId: filled.ids['files'] ?? '' });
  });
  await db.pool.query(`update pgboss.job set state = 'failed', output = $2 where data ->> 'text' = $1`, [`Hello ${marker}`, JSON.stringify({ message: `not sent to ${marker}` })]);
  return { ...filled, owner };
}
const wordsOf = ({ marker, ids, owner }: { marker: string; ids: Record<string, string>; owner: TestPerson }): string[] => [marker, owner.email, ...Object.values(ids)];

const ask = (owner: TestPerson, confirmation: string) => server.call('delete-account', { confirmation }, { as: owner });
const deletionOf = async (agencyId: string) => (await db.pool.query<Record<string, unknown>>('select * from agency_deletions where former_agency_id = $1', [agencyId])).rows[0];

test('everything of an agency goes from every table, the queue and storage, and nothing of another one', async () => {
  const acme = await aFilledAgency('acme', 7_000_000_000_000);
  const bravo = await aFilledAgency('bravo', 8_000_000_000_000);
  const { rows: tables } = await db.pool.query<{ name: string }>(`
    select 'public.' || c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'agency_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
  const found = await findWords(db, wordsOf(acme));
  const whereFound = new Set(found.map((row) => row.split(':', 1)[0]));
  assert.deepEqual([...tables.map(({ name }) => name), 'public.agencies', 'pgboss.job_common'].filter((name) => !whereFound.has(name)), [], 'the search finds what is there, in every table');
  const ofBravo = async () => (await findWords(db, wordsOf(bravo))).toSorted();
  const before = await ofBravo();

  assert.equal((await ask(acme.owner, acme.owner.email)).code, 200);
  await work();
  const left = await findWords(db, wordsOf(acme));
  assert.deepEqual(left.filter((row) => !row.startsWith('public.agency_deletions:')), []);
  assert.equal(left.length, 1, 'that there was an agency of this id');
  assert.deepEqual(stored().filter((file) => file.includes('acme')), []);
  assert.deepEqual(await ofBravo(), before);
  assert.equal(stored().filter((file) => file.includes('bravo bytes')).length, bravo.objects.length);
  const record = await deletionOf(acme.agencyId);
  assert.deepEqual([record?.['step'], record?.['objects'], record?.['last_mail'], record?.['finished_at']], ['done', [], '', clock.now]);
});

test('what deleting would delete is said before, and only the right words do it', async () => {
  const { owner } = await aFilledAgency('charlie', 9_000_000_000_000);
  const preview = await server.ask('preview-deletion', {}, { as: owner });
  assert.deepEqual([preview.email, preview.counts.posted, preview.by_person, preview.revocable], [owner.email, 1, [], []]);
  const before = await checksumOf(db);
  for (const words of ['', ' ', 'delete', preview.agency_name.toUpperCase(), `${owner.email}x`]) {
    const reply = await ask(owner, words);
    assert.deepEqual([reply.code, reply.message], [422, messages.deletionWords]);
  }
  assert.deepEqual(await checksumOf(db), before);
  assert.equal((await ask(owner, preview.agency_name)).message, messages.deletionStarted);
  await work();
});

test('everybody is signed out at once, nobody comes back, and the person follows it to its end by a token', async () => {
  const owner = await anOwner(db, { password: 'Sunny-Day1!' });
  const member = await aPerson(db, { role: 'member', agencyId: owner.agencyId });
  const client = await aPerson(db, { role: 'client', agencyId: owner.agencyId, password: 'Sunny-Day1!' });
  const reply = await ask(owner, owner.email);
  assert.ok(reply.status);
  for (const as of [owner, member, client]) assert.equal((await server.call('fetch-user', {}, { as })).code, 401);
  for (const { email } of [owner, client]) assert.equal((await server.call('login', { email, password: 'Sunny-Day1!' }, { as: null })).message, messages.loginWrong);
  const { token } = reply.data;
  const follow = () => server.ask('fetch-deletion', { token }, { as: null });
  assert.deepEqual([(await follow()).step, (await follow()).percent], ['publishing', 0]);
  received.length = 0;
  await work();
  assert.deepEqual(await follow(), { step: 'done', percent: 100, revoked: 0, unrevoked: 0, mail_failed: false });
  assert.equal((await server.call('fetch-deletion', { token: 'nonsense' }, { as: null })).code, 404);
  assert.deepEqual(received.map(({ to, subject }) => [to?.[0]?.address, subject]), [[owner.email, 'Your data at AgencyReel has been deleted']]);
  assert.equal((await anOwner(db, { email: owner.email })).email, owner.email, 'the address is free again');
});

test('networks that can are told, others are named in the last mail, and none of them holds anything up', async () => {
  const owner = await anOwner(db);
  const { agencyId } = owner;
  const other = await anOwner(db);
  const connect = async (person: TestPerson, network: string, username: string, externalId = username) => {
    const sealed = services.secrets.seal(JSON.stringify({ accessToken: `token of ${username}` }), { agencyId: person.agencyId, table: 'social_accounts', field: 'credentials', owner: `${person.id}:${network}:${externalId}` });
    await db.pool.query('insert into social_accounts (agency_id, user_id, network, external_id, username, credentials) values ($1, $2, $3, $4, $5, $6)', [person.agencyId, person.id, network, externalId, username, sealed]);
  };
  for (const [network, username] of [['reddit', 'u/one'], ['twitter', '@two'], ['vimeo', 'Three'], ['telegram', 'Four']] as const) await connect(owner, network, username);
  await connect(owner, 'reddit', 'u/both', 'shared');
  await connect(other, 'reddit', 'u/both', 'shared');
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: owner })).revocable, ['reddit', 'vimeo', 'twitter']);
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: owner })).by_person, ['telegram']);
  told.length = 0;
  received.length = 0;
  const reply = await ask(owner, owner.email);
  assert.ok(reply.status);
  await work();
  assert.deepEqual(told.toSorted((a, b) => a.username.localeCompare(b.username)), [
    { network: 'twitter', username: '@two', token: 'token of @two' }, { network: 'vimeo', username: 'Three', token: 'token of Three' }, { network: 'reddit', username: 'u/one', token: 'token of u/one' },
  ]);
  const { revoked, unrevoked } = await server.ask('fetch-deletion', { token: reply.data.token }, { as: null });
  assert.deepEqual([revoked, unrevoked], [1, 4]);
  const text = received[0]?.text ?? '';
  assert.deepEqual(['@two on Twitter', 'Three on Vimeo', 'Four on Telegram', 'u/both on Reddit', 'u/one'].map((name) => text.includes(name)), [true, true, true, true, false], text);
  const { rows } = await db.pool.query<{ credentials: string }>('select credentials from social_accounts where agency_id = $1', [other.agencyId]);
  assert.notEqual(rows[0]?.credentials, '');
  assert.equal(await deletionOf(agencyId).then((row) => row?.['unrevoked_count']), 4);
});

test('a person’s consent is left alone while a page of another agency hangs on it', async () => {
  const [owner, other] = [await anOwner(db), await anOwner(db)];
  const pages = [[owner, 'page-1', 'person-1'], [other, 'page-2', 'person-1'], [owner, 'page-3', 'person-2']] as const;
  for (const [person, page, consentBy] of pages) {
    const sealed = services.secrets.seal('{}', { agencyId: person.agencyId, table: 'social_accounts', field: 'credentials', owner: `${person.id}:facebook:${page}` });
    await db.pool.query(`insert into social_accounts (agency_id, user_id, network, external_id, username, profile, credentials) values ($1, $2, 'facebook', $3, $3, $4, $5)`, [person.agencyId, person.id, page, { consentBy }, sealed]);
  }
  told.length = 0;
  assert.equal((await ask(owner, owner.email)).code, 200);
  await work();
  assert.deepEqual(told.map(({ username }) => username), ['page-3']);
});

test('what is on its way to a network ends first, and nothing is sent after the word', async () => {
  const { agencyId, accountIds } = await aSchedule(db, { accounts: 2, origin: '2026-06-01 07:00' });
  const owner = await aPerson(db, { role: 'owner', agencyId });
  const outside = aNetwork();
  const holding = Promise.withResolvers<void>();
  const atFence = Promise.withResolvers<void>();
  const prepared = Promise.withResolvers<void>();
  outside.script.push(async (given, post) => {
    await given.fence({ payload: 'words' });
    atFence.resolve();
    await holding.promise;
    return post();
  }, async (given, post) => {
    await prepared.promise; // still uploading when the owner deletes everything
    return posts(given, post);
  });
  const moment = { now: () => clock.now, pass: () => {}, set: () => {} };
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock: moment });
  const publishing = worker.publishDue();
  await atFence.promise;
  assert.equal((await ask(owner, owner.email)).code, 200);
  prepared.resolve();
  const { rows: [job] } = await db.pool.query<{ data: Record<string, string> }>(`delete from pgboss.job where name = 'delete-agency' returning data`);
  await deleteAgency(services)(job?.data ?? {}, context);
  assert.equal((await deletionOf(agencyId))?.['step'], 'publishing', 'it waits for what is on its way');
  holding.resolve();
  await publishing;
  assert.equal(outside.feed.length, 1);
  await work();
  assert.equal((await deletionOf(agencyId))?.['step'], 'done');
  assert.deepEqual([await worker.publishDue(), await worker.settleDue(), outside.feed.length, accountIds.length], [0, 0, 1, 2]);
});

test('a step that breaks off, or is done twice, is done again', async () => {
  const delta = await aFilledAgency('delta', 10_000_000_000_000);
  assert.equal((await ask(delta.owner, delta.owner.email)).code, 200);
  const away = { ...services, storage: { ...storage, delete: () => Promise.reject(new Error('storage is away')) } };
  await assert.rejects(work(away), /storage is away/);
  const stuck = await deletionOf(delta.agencyId);
  assert.equal(stuck?.['step'], 'files');
  assert.deepEqual(new Set(Array.isArray(stuck?.['objects']) ? stuck['objects'] : []), new Set(delta.objects));
  // The queue has given it up; the hourly job finds it.
  await tidyAccountData(services)({}, context);
  await db.pool.query(`update agency_deletions set step = 'publishing' where former_agency_id = $1`, [delta.agencyId]);
  await work();
  assert.equal((await deletionOf(delta.agencyId))?.['step'], 'done');
  assert.deepEqual((await findWords(db, wordsOf(delta))).filter((row) => !row.startsWith('public.agency_deletions:')), []);
  assert.deepEqual(stored().filter((file) => file.includes('delta')), []);
});

test('a mail server that is away is tried for a day, then the address is forgotten', async () => {
  const owner = await anOwner(db);
  const reply = await ask(owner, owner.email);
  assert.ok(reply.status);
  const unmailed = { ...services, config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' } };
  await assert.rejects(work(unmailed), /ECONNREFUSED/);
  const waiting = await deletionOf(owner.agencyId);
  assert.equal(waiting?.['step'], 'mail');
  assert.doesNotMatch(JSON.stringify(waiting), new RegExp(owner.email), 'what is kept until then is sealed');
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000);
  await tidyAccountData(services)({}, context);
  await work(unmailed);
  assert.equal((await server.ask('fetch-deletion', { token: reply.data.token }, { as: null })).mail_failed, true);
  assert.equal((await deletionOf(owner.agencyId))?.['last_mail'], '');
});

test('resellers that it created live on without it, and a deleted reseller is nameless in its seller’s log', async () => {
  const seller = await anOwner(db, { membership: 'dfy' });
  const sell = async (name: string) => server.ask('reseller', { name, email: `${name.toLowerCase()}@sold.test`, password: 'Sunny-Day1!' }, { as: seller });
  const [kept, gone] = [await sell('Kept'), await sell('Vanished')];
  const personOf = async (id: string) => {
    const { rows: [row] } = await db.pool.query<{ agency_id: string; email: string }>('select agency_id, email from users where id = $1', [id]);
    return row ?? { agency_id: '', email: '' };
  };
  const [keptRow, goneRow] = [await personOf(kept.id), await personOf(gone.id)];
  const vanishing = await aPerson(db, { role: 'owner', agencyId: goneRow.agency_id, isReseller: true });
  await ask(vanishing, vanishing.email);
  await work();
  const log = (await server.ask('fetch-activity', { timezone: 'UTC' }, { as: seller })).items.map(({ what }) => what);
  assert.deepEqual(log.filter((what) => what.includes('Vanished')), []);
  assert.ok(log.includes('Created the reseller account “somebody who is gone”'));
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: seller })).resellers, { names: ['Kept'], total: 1 });
  await ask(seller, seller.email);
  await work();
  const { rows: [row] } = await db.pool.query<{ name: string; seller_agency_id: string | null }>('select name, seller_agency_id from agencies where id = $1', [keptRow.agency_id]);
  assert.deepEqual([row?.name, row?.seller_agency_id], ['Kept', null]);
});

test('where the only owner has gone, the next start makes a first one again', async () => {
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

test('rows that refer to others go before them, and a circle without a way out is refused', () => {
  const refers = (from: string, to: string, sets = false) => ({ from, to, sets });
  assert.deepEqual(childrenFirst(['a', 'b', 'c'], [refers('b', 'a'), refers('c', 'b')]), ['c', 'b', 'a']);
  assert.deepEqual(childrenFirst(['files', 'users'], [refers('users', 'files', true), refers('files', 'users', true)]).length, 2);
  assert.throws(() => childrenFirst(['a', 'b'], [refers('a', 'b'), refers('b', 'a')]), /circle/);
});
