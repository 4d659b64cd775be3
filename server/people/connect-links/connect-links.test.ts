import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { forgetExpired } from '../../app/processes/forget-expired.job.ts';
import { aClient, aMember, anotherAgency } from '../../app/testing/server.ts';
import { aLinkHolder, openLink, tokenIn } from './testing.ts';
import { aLinkStage } from './testing-server.ts';

const { accountOf, linksOf, server, stage } = await aLinkStage();

const day = 86_400_000;

describe('connect links', () => {
  test('a connect link is stored as a hash, opens any number of times, and counts its uses', async () => {
    const client = await aClient(server.db, server.owner);
    const { token } = await aLinkHolder(server, client, { days: 1 });
    await openLink(server, client, token);
    const [link] = await linksOf(client.id);
    assert.deepEqual(
      [link?.state, link?.uses, link?.made_by, link?.expires],
      ['open', 2, server.owner.name, new Date(stage.now.getTime() + day).toISOString()],
    );
    const { rows } = await server.db.pool.query<{ all: string }>('select l::text as all from connect_links l');
    assert.equal(
      rows.some((row) => row.all.includes(token)),
      false,
    );
    assert.equal(
      server.log.some((line) => line.includes(token)),
      false,
    );
  });

  test('an expired connect link says so, and its sessions end with it', async () => {
    const client = await aClient(server.db, server.owner);
    const { token } = await aLinkHolder(server, client, { days: 1 });
    stage.now = new Date(stage.now.getTime() + day - 60_000);
    const late = await openLink(server, client, token);
    assert.equal((await server.call('fetch-connect-page', {}, { as: late })).code, 200);
    stage.now = new Date(stage.now.getTime() + 60_000);
    assert.equal((await server.call('fetch-connect-page', {}, { as: late })).code, 401);
    const opened = await server.ask('open-connect-link', { token }, { as: null });
    assert.deepEqual(
      [opened.state, 'why' in opened && opened.why, 'agency' in opened && opened.agency.name.startsWith('Agency ')],
      ['ended', 'expired', true],
    );
    assert.equal((await linksOf(client.id))[0]?.state, 'expired');
  });

  test('sessions of a connect link last an hour and are not extended by use', async () => {
    const client = await aClient(server.db, server.owner);
    const { holder, token } = await aLinkHolder(server, client);
    for (let minutes = 0; minutes < 59; minutes += 10) {
      assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 200);
      stage.now = new Date(stage.now.getTime() + 600_000);
    }
    assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 401);
    await openLink(server, client, token);
  });

  const ends = {
    'is revoked': async (_clientId: string, linkId: string) => {
      await server.ask('end-connect-link', { id: linkId });
    },
    'belongs to a paused client': async (clientId: string) => {
      await server.ask('pause-publishing', { scope: 'client', id: clientId });
    },
    'belongs to a deleted client': async (clientId: string) => {
      await server.ask('delete-client', { client_id: clientId });
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    test(`a connect link that ${what} ends at once, also for a person who is using it`, async () => {
      const client = await aClient(server.db, server.owner);
      const { holder, linkId, token } = await aLinkHolder(server, client);
      stage.during = async () => {
        stage.during = async () => {};
        await end(client.id, linkId);
      };
      const refused = await server.call('connect-telegram', accountOf(client.id, '@late'), { as: holder });
      assert.equal(refused.status, false);
      assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 401);
      const opened = await server.ask('open-connect-link', { token }, { as: null });
      assert.deepEqual([opened.state, 'why' in opened && opened.why], ['ended', 'revoked']);
      const { rows } = await server.db.pool.query('select from social_accounts where user_id = $1', [client.id]);
      assert.equal(rows.length, 0);
    });
  }

  test('a connect link cannot be created for a paused client', async () => {
    const client = await aClient(server.db, server.owner);
    await server.ask('pause-publishing', { scope: 'client', id: client.id });
    assert.deepEqual(await server.call('make-connect-link', { client_id: client.id }), {
      code: 409,
      status: false,
      message: messages.connectLinkPaused,
      errors: {},
    });
  });

  test('an unknown connect link is not found', async () => {
    assert.equal((await server.call('open-connect-link', { token: 'x'.repeat(43) }, { as: null })).code, 404);
  });

  test('owners and members can create connect links, and nobody else can', async () => {
    const client = await aClient(server.db, server.owner);
    assert.equal(
      (await server.call('make-connect-link', { client_id: client.id }, { as: await aMember(server.db, server.owner) }))
        .code,
      200,
    );
    assert.equal((await server.call('make-connect-link', { client_id: client.id }, { as: client })).code, 403);
  });

  test('a connect link that is mailed is not shown in the answer', async () => {
    const client = await aClient(server.db, server.owner, { email: 'ann@client.test' });
    const { link, url } = await server.ask('make-connect-link', { client_id: client.id, send: true });
    assert.deepEqual([url, link.mailed_to, tokenIn(url)], [null, 'ann@client.test', '']);
  });

  test('one address can open connect links sixty times in five minutes', async () => {
    stage.now = new Date(stage.now.getTime() + 3_600_000);
    const answers: number[] = [];
    for (let count = 0; count < 61; count += 1)
      answers.push((await server.call('open-connect-link', { token: 'x' }, { as: null })).code);
    stage.now = new Date(stage.now.getTime() + 60_000);
    const last = await server.send('/api/open-connect-link', {
      method: 'POST',
      body: JSON.stringify({ token: 'x' }),
      headers: { 'content-type': 'application/json' },
    });
    answers.push(last.status);
    assert.equal(last.headers.get('retry-after'), '240');
    assert.deepEqual(
      [answers.filter((code) => code === 404).length, answers.filter((code) => code === 429).length],
      [60, 2],
    );
    stage.now = new Date(stage.now.getTime() + 240_000);
    assert.equal((await server.call('open-connect-link', { token: 'x' }, { as: null })).code, 404);
  });

  test('one person can mail thirty connect links an hour, and then learns how long to wait', async () => {
    stage.now = new Date(stage.now.getTime() + 3_600_000);
    const owner = await anotherAgency(server.db);
    const clients = await Promise.all(Array.from({ length: 7 }, () => aClient(server.db, owner)));
    // Five an hour to each of them.
    const send = (count: number) =>
      server.send('/api/make-connect-link', {
        method: 'POST',
        body: JSON.stringify({ client_id: clients[Math.floor(count / 5)]?.id, send: true }),
        headers: { 'content-type': 'application/json', authorization: owner.token },
      });
    for (let count = 0; count < 30; count += 1) assert.equal((await send(count)).status, 200);
    const refused = await send(30);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
  });

  test('one client gets at most five mails an hour with connect links and other invitations', async () => {
    stage.now = new Date(stage.now.getTime() + 3_600_000);
    const owner = await anotherAgency(server.db);
    const client = await aClient(server.db, owner);
    const send = () => server.call('make-connect-link', { client_id: client.id, send: true }, { as: owner });
    for (let count = 0; count < 5; count += 1) assert.equal((await send()).code, 200);
    const refused = await send();
    assert.deepEqual([refused.code, refused.message], [429, messages.mailTooMany]);
    assert.equal(
      (await server.call('make-connect-link', { client_id: client.id }, { as: owner })).code,
      200,
      'a link to copy needs no mail',
    );
  });

  test('a connect link waits while all processing is stopped, says so, and works again afterwards', async () => {
    const owner = await anotherAgency(server.db);
    const [client, member] = [await aClient(server.db, owner), await aMember(server.db, owner)];
    const { holder, token } = await aLinkHolder(server, client, { by: owner });
    const one = { client_id: client.id };
    let lost = 0;
    stage.during = async () => {
      stage.during = async () => {};
      await server.ask('disable-account', {}, { as: owner });
    };
    await server.call('connect-telegram', accountOf(client.id, '@during'), { as: holder }).then(({ status }) => {
      lost += status ? 0 : 1;
    });
    assert.equal(lost, 1, 'a person who is connecting is refused');
    assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 401);
    const opened = await server.ask('open-connect-link', { token }, { as: null });
    assert.deepEqual(
      [opened.state, 'expires' in opened && opened.expires],
      ['stopped', new Date(stage.now.getTime() + 7 * day).toISOString()],
    );
    const [link] = await server.ask('fetch-connect-links', one, { as: owner });
    assert.deepEqual([link?.state, link?.uses], ['open', 1], 'viewing the link does not count as a use');
    const refused = await Promise.all([owner, member].map((as) => server.call('make-connect-link', one, { as })));
    assert.deepEqual(
      refused.map(({ code, message }) => [code, message]),
      [
        [409, messages.processingStopped],
        [409, messages.processingStoppedByOwner],
      ],
    );
    assert.equal(
      (await server.call('connect-telegram', accountOf(client.id, '@own'), { as: client })).message,
      messages.processingStoppedByOwner,
    );

    const { at, fingerprint } = await server.ask('preview-resume', { scope: 'everything' }, { as: owner });
    await server.ask(
      'resume-publishing',
      { scope: 'everything', at, fingerprint, choice: 'publish-now' },
      { as: owner },
    );
    assert.equal(
      (await server.call('fetch-connect-page', {}, { as: await openLink(server, client, token) })).code,
      200,
    );
  });

  test('a connect link works while publishing is paused for all clients', async () => {
    const owner = await anotherAgency(server.db);
    const client = await aClient(server.db, owner);
    const { holder } = await aLinkHolder(server, client, { by: owner });
    await server.ask('pause-publishing', { scope: 'everything' }, { as: owner });
    assert.equal((await server.call('connect-telegram', accountOf(client.id, '@calm'), { as: holder })).code, 200);
  });

  test('the page of a connect link sends its URL to no other page', async () => {
    assert.equal((await server.send('/connect/some-token')).headers.get('referrer-policy'), 'no-referrer');
  });
});

test('a connect link is deleted months after its end, and the accounts it connected stay', async () => {
  const client = await aClient(server.db, server.owner);
  const { holder } = await aLinkHolder(server, client, { days: 1 });
  await server.ask('connect-telegram', accountOf(client.id, '@kept'), { as: holder });
  stage.now = new Date(stage.now.getTime() + 120 * day);
  const forget = () =>
    forgetExpired(server.services)({}, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 });
  await forget();
  assert.equal(
    (await server.db.pool.query('select from connect_links where client_id = $1', [client.id])).rows.length,
    1,
  );
  stage.now = new Date(stage.now.getTime() + day + 1);
  await forget();
  assert.equal(
    (await server.db.pool.query('select from connect_links where client_id = $1', [client.id])).rows.length,
    0,
  );
  assert.equal((await server.ask('fetch-social-accounts', { user_id: client.id })).accounts.length, 1);
});
