import assert from 'node:assert/strict';
import { test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { aNetwork, aSchedule, aWorker, posts } from '../../publishing/testing.ts';
import { anOwner, aPerson, type TestPerson } from '../testing/server.ts';
import { takeQueued } from '../testing/queue.ts';
import { childrenFirst } from './delete-rows.ts';
import { deleteAgency } from './delete-agency.job.ts';
import { findWords } from './testing-fill.ts';
import { tidyAccountData } from './tidy-account-data.job.ts';
import { aDeletionStage } from './testing-deletion.ts';

const {
  aFilledAgency,
  ask,
  clock,
  context,
  db,
  deletionOf,
  received,
  server,
  services,
  storage,
  stored,
  told,
  wordsOf,
  work,
} = await aDeletionStage();

test('access is revoked where it can be, the final mail names the others, and none delays the deletion', async () => {
  const owner = await anOwner(db);
  const { agencyId } = owner;
  const other = await anOwner(db);
  const connect = async (person: TestPerson, network: string, username: string, externalId = username) => {
    const sealed = services.secrets.seal(JSON.stringify({ accessToken: `token of ${username}` }), {
      agencyId: person.agencyId,
      table: 'social_accounts',
      field: 'credentials',
      owner: `${person.id}:${network}:${externalId}`,
    });
    await db.pool.query(
      'insert into social_accounts (agency_id, user_id, network, external_id, username, credentials) values ($1, $2, ' +
        '$3, $4, $5, $6)',
      [person.agencyId, person.id, network, externalId, username, sealed],
    );
  };
  for (const [network, username] of [
    ['reddit', 'u/one'],
    ['twitter', '@two'],
    ['vimeo', 'Three'],
    ['telegram', 'Four'],
  ] as const)
    await connect(owner, network, username);
  await connect(owner, 'reddit', 'u/both', 'shared');
  await connect(other, 'reddit', 'u/both', 'shared');
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: owner })).revocable, ['reddit', 'vimeo', 'twitter']);
  assert.deepEqual((await server.ask('preview-deletion', {}, { as: owner })).by_person, ['telegram']);
  told.length = 0;
  received.length = 0;
  const reply = await ask(owner, owner.email);
  assert.ok(reply.status);
  await work();
  assert.deepEqual(
    told.toSorted((a, b) => a.username.localeCompare(b.username)),
    [
      { network: 'twitter', username: '@two', token: 'token of @two' },
      { network: 'vimeo', username: 'Three', token: 'token of Three' },
      { network: 'reddit', username: 'u/one', token: 'token of u/one' },
    ],
  );
  const { revoked, unrevoked } = await server.ask('fetch-deletion', { token: reply.data.token }, { as: null });
  assert.deepEqual([revoked, unrevoked], [1, 4]);
  const text = received[0]?.text ?? '';
  assert.deepEqual(
    ['@two on Twitter', 'Three on Vimeo', 'Four on Telegram', 'u/both on Reddit', 'u/one'].map((name) =>
      text.includes(name),
    ),
    [true, true, true, true, false],
    text,
  );
  const { rows } = await db.pool.query<{ credentials: string }>(
    'select credentials from social_accounts where agency_id = $1',
    [other.agencyId],
  );
  assert.notEqual(rows[0]?.credentials, '');
  assert.equal(await deletionOf(agencyId).then((row) => row?.['unrevoked_count']), 4);
});

test('a person’s consent is not revoked while another agency’s page depends on it', async () => {
  const [owner, other] = [await anOwner(db), await anOwner(db)];
  const pages = [
    [owner, 'page-1', 'person-1'],
    [other, 'page-2', 'person-1'],
    [owner, 'page-3', 'person-2'],
  ] as const;
  for (const [person, page, consentBy] of pages) {
    const sealed = services.secrets.seal('{}', {
      agencyId: person.agencyId,
      table: 'social_accounts',
      field: 'credentials',
      owner: `${person.id}:facebook:${page}`,
    });
    await db.pool.query(
      `insert into social_accounts (agency_id, user_id, network, external_id, username, profile, credentials)
        values ($1, $2, 'facebook', $3, $3, $4, $5)`,
      [person.agencyId, person.id, page, { consentBy }, sealed],
    );
  }
  told.length = 0;
  assert.equal((await ask(owner, owner.email)).code, 200);
  await work();
  assert.deepEqual(
    told.map(({ username }) => username),
    ['page-3'],
  );
});

test('a post on its way to a network is finished first, and nothing is sent after the confirmation', async () => {
  const { agencyId, accountIds } = await aSchedule(db, { accounts: 2, origin: '2026-06-01 07:00' });
  const owner = await aPerson(db, { role: 'owner', agencyId });
  const outside = aNetwork();
  const holding = Promise.withResolvers<void>();
  const atFence = Promise.withResolvers<void>();
  const prepared = Promise.withResolvers<void>();
  outside.script.push(
    async (given, post) => {
      await given.fence({ payload: 'words' });
      atFence.resolve();
      await holding.promise;
      return post();
    },
    async (given, post) => {
      await prepared.promise; // still uploading when the owner deletes everything
      return posts(given, post);
    },
  );
  const moment = { now: () => clock.now, pass: () => {}, set: () => {} };
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock: moment });
  const publishing = worker.publishDue();
  await atFence.promise;
  assert.equal((await ask(owner, owner.email)).code, 200);
  prepared.resolve();
  const [job = {}] = await takeQueued(db, jobs.deleteAgency);
  await deleteAgency(services)(job, context);
  assert.equal((await deletionOf(agencyId))?.['step'], 'publishing', 'it waits for what is on its way');
  holding.resolve();
  await publishing;
  assert.equal(outside.feed.length, 1);
  await work();
  assert.equal((await deletionOf(agencyId))?.['step'], 'done');
  assert.deepEqual(
    [await worker.publishDue(), await worker.settleDue(), outside.feed.length, accountIds.length],
    [0, 0, 1, 2],
  );
});

test('a step that fails or has already run can be repeated', async () => {
  const delta = await aFilledAgency('delta', 10_000_000_000_000);
  assert.equal((await ask(delta.owner, delta.owner.email)).code, 200);
  const away = { ...services, storage: { ...storage, delete: () => Promise.reject(new Error('storage is away')) } };
  await assert.rejects(work(away), /storage is away/);
  const stuck = await deletionOf(delta.agencyId);
  assert.equal(stuck?.['step'], 'files');
  assert.deepEqual(new Set(Array.isArray(stuck?.['objects']) ? stuck['objects'] : []), new Set(delta.objects));
  // The queue has given up; the hourly job finds it.
  await tidyAccountData(services)({}, context);
  await db.pool.query(`update agency_deletions set step = 'publishing' where former_agency_id = $1`, [delta.agencyId]);
  await work();
  assert.equal((await deletionOf(delta.agencyId))?.['step'], 'done');
  assert.deepEqual(
    (await findWords(db, wordsOf(delta))).filter((row) => !row.startsWith('public.agency_deletions:')),
    [],
  );
  assert.deepEqual(
    stored().filter((file) => file.includes('delta')),
    [],
  );
});

test('an unreachable mail server is tried for a day, then the address is deleted', async () => {
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

test('referring rows are deleted before the rows they refer to, and an unbreakable cycle is refused', () => {
  const refers = (from: string, to: string, sets = false) => ({ from, to, sets });
  assert.deepEqual(childrenFirst(['a', 'b', 'c'], [refers('b', 'a'), refers('c', 'b')]), ['c', 'b', 'a']);
  assert.deepEqual(
    childrenFirst(['files', 'users'], [refers('users', 'files', true), refers('files', 'users', true)]).length,
    2,
  );
  assert.throws(() => childrenFirst(['a', 'b'], [refers('a', 'b'), refers('b', 'a')]), /circle/);
});
