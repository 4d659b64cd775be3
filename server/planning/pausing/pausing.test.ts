import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aMember, anotherAgency } from '../../app/testing/server.ts';
import { aPausingServer } from './testing-pausing.ts';

const { aPlannedClient, clock, resume, server, worker } = await aPausingServer();

test('a paused client shows who paused it and what piled up, and is resumed as shown', async () => {
  const { client, account } = await aPlannedClient();
  const target = { scope: 'client', id: client.id } as const;
  assert.equal((await server.call('pause-publishing', target)).message, messages.clientPaused);
  clock.pass(2 * 3600);
  await worker.sweep();
  assert.equal(await worker.publishDue(), 0);
  const pauses = await server.ask('fetch-pauses', {});
  assert.deepEqual(
    pauses.clients.map(({ id, paused_by, piled_up }) => [id, paused_by, piled_up]),
    [[client.id, server.owner.name, 2]],
  );
  assert.deepEqual([pauses.everything, pauses.accounts, pauses.piled_up], [null, [], 2]);
  const preview = await server.ask('preview-resume', target);
  assert.deepEqual(
    [preview.total, preview.usual, preview.clients[0]?.accounts.map(({ id, total }) => [id, total])],
    [2, 'publish-now', [[account.id, 2]]],
  );
  assert.deepEqual(
    preview.posts.map(({ title, move_to }) => [title, move_to]),
    [
      ['Bakery One', new Date(clock.now().getTime() + 2 * 3_600_000).toISOString()],
      ['Bakery Two', new Date(clock.now().getTime() + 3 * 3_600_000).toISOString()],
    ],
  );
  assert.equal((await resume(target, 'publish-now')).message, messages.resumedPublishing);
  assert.equal(await worker.publishDue(), 1);
  assert.deepEqual((await server.ask('fetch-pauses', {})).clients, []);
});

test('a change between preview and confirmation is refused, and the pause stays', async () => {
  const { client, schedule } = await aPlannedClient();
  const target = { scope: 'client', id: client.id } as const;
  await server.ask('pause-publishing', target);
  clock.pass(3600);
  const { at, fingerprint } = await server.ask('preview-resume', target);
  await server.ask('delete-scheduler', { id: schedule });
  const refused = await server.call('resume-publishing', { ...target, at, fingerprint, choice: 'publish-now' });
  assert.deepEqual([refused.code, refused.message], [409, messages.pileChanged]);
  assert.equal((await server.ask('fetch-pauses', {})).clients.length, 1);
  const stale = await server.ask('preview-resume', target);
  clock.pass(16 * 60);
  assert.equal(
    (
      await server.call('resume-publishing', {
        ...target,
        at: stale.at,
        fingerprint: stale.fingerprint,
        choice: 'skip',
      })
    ).message,
    messages.pileChanged,
  );
  assert.equal((await resume(target, 'publish-now')).message, messages.resumed);
});

test('a member can pause and resume everything or one account, and a client cannot', async () => {
  const { client, account } = await aPlannedClient();
  const member = await aMember(server.db, server.owner);
  const as = { as: member };
  await server.ask('pause-publishing', { scope: 'everything' }, as);
  await server.ask('pause-publishing', { scope: 'account', id: account.id }, as);
  const pauses = await server.ask('fetch-pauses', {}, as);
  assert.deepEqual(
    [pauses.everything?.paused_by, pauses.accounts.map(({ id, client_id }) => [id, client_id])],
    [member.name, [[account.id, client.id]]],
  );
  for (const name of ['pause-publishing', 'preview-resume', 'fetch-pauses'] as const) {
    assert.equal((await server.call(name, { scope: 'everything' }, { as: client })).code, 403);
  }
  assert.equal((await resume({ scope: 'everything' }, 'publish-now')).code, 200);
  assert.equal((await server.ask('fetch-pauses', {})).accounts.length, 1, 'the pause within stays');
  assert.equal((await resume({ scope: 'account', id: account.id }, 'publish-now')).code, 200);
});

test('pausing twice and resuming twice leave one entry each in the audit log', async () => {
  const { client } = await aPlannedClient();
  const target = { scope: 'client', id: client.id } as const;
  await server.ask('pause-publishing', target);
  assert.equal((await server.call('pause-publishing', target)).code, 200);
  assert.equal((await resume(target, 'skip')).code, 200);
  assert.equal(
    (
      await server.call('resume-publishing', {
        ...target,
        at: clock.now().toISOString(),
        fingerprint: 'x',
        choice: 'skip',
      })
    ).message,
    messages.notPaused,
  );
  const { rows } = await server.db.pool.query<{ action: string }>(
    `select action from audit_entries where subject_id = $1 and action like 'publishing-%' order by id`,
    [client.id],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['publishing-paused', 'publishing-resumed'],
  );
});

test('an id that is unknown, foreign or of the wrong kind is not found, and a missing id is an error', async () => {
  const otherAgency = await anotherAgency(server.db);
  const { client, account } = await aPlannedClient();
  assert.equal(
    (await server.call('pause-publishing', { scope: 'client', id: client.id }, { as: otherAgency })).code,
    404,
  );
  assert.equal((await server.call('pause-publishing', { scope: 'client', id: server.owner.id })).code, 404);
  assert.equal((await server.call('preview-resume', { scope: 'account', id: '999999' })).code, 404);
  assert.equal((await server.call('pause-publishing', { scope: 'client' })).code, 422);
  assert.equal((await server.call('pause-publishing', { scope: 'everything', id: account.id })).code, 422);
});

test('a paused post says Paused and why on every screen, but only once its time has come', async () => {
  const { client, account, schedule } = await aPlannedClient('Café');
  await server.ask('pause-publishing', { scope: 'account', id: account.id });
  clock.pass(3600);
  await worker.sweep();
  const { schedule: row, items } = await server.ask('fetch-scheduler', { id: schedule });
  assert.deepEqual(
    items.map(({ done, social_networks: [one] }) => [done, one?.state, one?.paused]),
    [
      ['0', 'scheduled', 'account'],
      ['0', 'scheduled', null],
      ['0', 'scheduled', null],
    ],
  );
  assert.match(items[0]?.social_networks[0]?.message ?? '', /^This account is paused\./);
  assert.equal(row.paused, 'account');
  const day = clock.now().toISOString().slice(0, 10);
  const next = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const { events } = await server.ask('fetch-calendar', { from: day, to: next, timezone: 'UTC', client_id: client.id });
  assert.deepEqual(
    events.map(({ attention }) => attention),
    ['paused', '', ''],
  );
  const { accounts } = await server.ask('fetch-social-accounts', { user_id: client.id });
  assert.notEqual(accounts[0]?.paused_at, null);
  await server.ask('pause-publishing', { scope: 'client', id: client.id });
  assert.equal(
    (await server.ask('fetch-scheduler', { id: schedule })).items[0]?.social_networks[0]?.paused,
    'client',
    'the wider pause is named',
  );
  assert.notEqual((await server.ask('fetch-app-client', { id: client.id })).items[0]?.paused_at, null);
  await server.ask('delete-scheduler', { id: schedule });
});

test('the dashboard asks for no decision about a skipped post', async () => {
  const { client } = await aPlannedClient('Diner');
  const target = { scope: 'client', id: client.id } as const;
  await server.ask('pause-publishing', target);
  clock.pass(3600);
  await worker.sweep();
  await resume(target, 'skip');
  const { needs_you } = await server.ask('fetch-needs-you', {});
  assert.deepEqual(
    needs_you.filter(({ client_id }) => client_id === client.id),
    [],
  );
});
