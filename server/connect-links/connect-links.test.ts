import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls, type Name } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Network } from '#networks/network.ts';
import { forgetExpired } from '../auth/forget-expired.job.ts';
import { aNetwork } from '../publishing/testing.ts';
import { aClient, aMember, anotherAgency, aServer } from '../testing.ts';
import { aLinkHolder, openLink, tokenIn } from './testing.ts';

const day = 86_400_000;
let clock = new Date('2026-06-01T10:00:00Z');
let during: () => Promise<void> = async () => {};

const telegram: Network = {
  ...aNetwork({ id: 'telegram' }).network,
  connect: async ({ chat_id: chat }) => {
    await during();
    return { kind: 'connected', account: { externalId: chat ?? '', username: `Channel ${chat}`, profile: {}, credentials: {} } };
  },
};
const youtube: Network = {
  ...aNetwork({ id: 'youtube' }).network,
  consent: {
    authorizeUrl: ({ state }) => `https://youtube.test/?state=${state}`,
    complete: () => Promise.resolve({ kind: 'connected', accounts: [{ externalId: 'tube', username: 'Tube', profile: {}, credentials: {} }], next: null }),
  },
};
const server = await aServer({ clock: () => clock, networks: { telegram, youtube }, config: { apps: { youtube: { clientId: 'app', clientSecret: 'secret' } } } });
const accountOf = (userId: string, chat: string) => ({ user_id: userId, chat_id: chat, bot_token: 't' });
const linksOf = (clientId: string) => server.ask('fetch-connect-links', { client_id: clientId });

/** Everything that a holder of a link may do; all other calls of the contract answer 403. */
const allowed: readonly Name[] = [
  'check-network-status', 'connect-by-hand', 'connect-reddit', 'connect-telegram', 'connect-ticket', 'facebook-targets', 'fetch-connect-page', 'fetch-networks',
  'linkedin-callback', 'save-facebook', 'save-medium', 'save-vimeo', 'save-wordpress', 'save-youtube', 'twitter-callback',
];

describe('who holds a connect link', async () => {
  const client = await aClient(server.db, server.owner, { name: 'Sunrise Bakery' });
  const { holder } = await aLinkHolder(server, client);

  for (const call of calls.filter(({ who }) => who !== 'anyone')) {
    test(`${allowed.includes(call.name) ? 'may' : 'may not'} make the call ${call.name}`, async () => {
      const response = await server.send(`/api/${call.name}`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', authorization: holder.token } });
      if (allowed.includes(call.name)) assert.ok([200, 422].includes(response.status), `${response.status}`);
      else assert.equal(response.status, 403);
    });
  }

  test('connects and reconnects accounts of its client, which the agency sees and the log tells', async () => {
    await server.ask('connect-telegram', accountOf(client.id, '@sunrise'), { as: holder });
    const again = await server.call('connect-telegram', accountOf(client.id, '@sunrise'), { as: holder });
    assert.equal(again.message, messages.accountUpdated);
    const { accounts } = await server.ask('fetch-social-accounts', { user_id: client.id });
    assert.deepEqual(accounts.map(({ type, username }) => [type, username]), [['telegram', 'Channel @sunrise']]);
    const [link] = await linksOf(client.id);
    assert.deepEqual(link?.accounts, [{ type: 'telegram', username: 'Channel @sunrise' }]);
    const { items } = await server.ask('fetch-activity', { timezone: 'UTC' });
    assert.deepEqual(items.map(({ what, who }) => [who, what]).slice(0, 4), [
      ['Sunrise Bakery', 'Connected “Channel @sunrise” on Telegram again by a connect link'],
      ['Sunrise Bakery', 'Connected “Channel @sunrise” on Telegram by a connect link'],
      ['Sunrise Bakery', 'Opened a connect link made for “Sunrise Bakery”'],
      [server.owner.name, 'Made a connect link for “Sunrise Bakery”'],
    ]);
  });

  test('connects by consent: the visit is of its own', async () => {
    const { url, state } = await server.ask('connect-ticket', { network: 'youtube', user_id: client.id, key: 'a-key-of-a-visit-1' }, { as: holder });
    assert.equal((await server.send(url, { redirect: 'manual' })).status, 303);
    assert.equal((await server.call('save-youtube', { user_id: client.id, state, code: 'c' })).code, 404, 'not the owner’s visit');
    assert.equal((await server.ask('save-youtube', { user_id: client.id, state, code: 'c' }, { as: holder })).account.type, 'youtube');
  });

  test('sees names of the agency, the client and its accounts, and nothing else', async () => {
    const page = await server.ask('fetch-connect-page', {}, { as: holder });
    assert.deepEqual({ ...page, accounts: page.accounts.map(({ type, status }) => [type, status]) }, {
      agency: { name: page.agency.name, logo: null }, user_id: client.id, name: 'Sunrise Bakery',
      link: { expires: '2026-06-08T10:00:00.000Z', made_by: server.owner.name },
      accounts: [['telegram', 'connected'], ['youtube', 'connected']],
    });
    assert.match(page.agency.name, /^Agency /);
  });

  test('connects nothing for another client of the agency, or of another one', async () => {
    for (const other of [await aClient(server.db, server.owner), await anotherAgency(server.db), server.owner]) {
      assert.equal((await server.call('connect-telegram', accountOf(other.id, '@x'), { as: holder })).code, 404);
      assert.equal((await server.call('connect-ticket', { network: 'youtube', user_id: other.id, key: 'a-key-of-a-visit-2' }, { as: holder })).code, 404);
    }
  });
});

describe('a connect link', () => {
  test('is kept as a hash, opens as often as it is needed, and counts that', async () => {
    const client = await aClient(server.db, server.owner);
    const { token } = await aLinkHolder(server, client, { days: 1 });
    await openLink(server, client, token);
    const [link] = await linksOf(client.id);
    assert.deepEqual([link?.state, link?.uses, link?.made_by, link?.expires], ['open', 2, server.owner.name, new Date(clock.getTime() + day).toISOString()]);
    const { rows } = await server.db.pool.query<{ all: string }>('select l::text as all from connect_links l');
    assert.equal(rows.some((row) => row.all.includes(token)), false);
    assert.equal(server.log.some((line) => line.includes(token)), false);
  });

  test('says that it has expired, and its sessions end with it', async () => {
    const client = await aClient(server.db, server.owner);
    const { token } = await aLinkHolder(server, client, { days: 1 });
    clock = new Date(clock.getTime() + day - 60_000);
    const late = await openLink(server, client, token);
    assert.equal((await server.call('fetch-connect-page', {}, { as: late })).code, 200);
    clock = new Date(clock.getTime() + 60_000);
    assert.equal((await server.call('fetch-connect-page', {}, { as: late })).code, 401);
    const opened = await server.ask('open-connect-link', { token }, { as: null });
    assert.deepEqual([opened.state, 'why' in opened && opened.why, 'agency' in opened && opened.agency.name.startsWith('Agency ')], ['ended', 'expired', true]);
    assert.equal((await linksOf(client.id))[0]?.state, 'expired');
  });

  test('gives sessions of an hour that no use makes longer', async () => {
    const client = await aClient(server.db, server.owner);
    const { holder, token } = await aLinkHolder(server, client);
    for (let minutes = 0; minutes < 59; minutes += 10) {
      assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 200);
      clock = new Date(clock.getTime() + 600_000);
    }
    assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 401);
    await openLink(server, client, token);
  });

  const ends = {
    'is revoked': async (_clientId: string, linkId: string) => { await server.ask('end-connect-link', { id: linkId }); },
    'loses its client to a pause': async (clientId: string) => { await server.ask('pause-publishing', { scope: 'client', id: clientId }); },
    'loses its client for good': async (clientId: string) => { await server.ask('delete-client', { client_id: clientId }); },
  };
  for (const [what, end] of Object.entries(ends)) {
    test(`that ${what} ends at once, also for who is connecting by it`, async () => {
      const client = await aClient(server.db, server.owner);
      const { holder, linkId, token } = await aLinkHolder(server, client);
      during = async () => {
        during = async () => {};
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

  test('of a paused client cannot be made', async () => {
    const client = await aClient(server.db, server.owner);
    await server.ask('pause-publishing', { scope: 'client', id: client.id });
    assert.deepEqual(await server.call('make-connect-link', { client_id: client.id }), { code: 409, status: false, message: messages.connectLinkPaused, errors: {} });
  });

  test('that never was one is not found', async () => {
    assert.equal((await server.call('open-connect-link', { token: 'x'.repeat(43) }, { as: null })).code, 404);
  });

  test('is made by members, too, and by nobody else', async () => {
    const client = await aClient(server.db, server.owner);
    assert.equal((await server.call('make-connect-link', { client_id: client.id }, { as: await aMember(server.db, server.owner) })).code, 200);
    assert.equal((await server.call('make-connect-link', { client_id: client.id }, { as: client })).code, 403);
  });

  test('that is mailed is answered to nobody', async () => {
    const client = await aClient(server.db, server.owner, { email: 'ann@client.test' });
    const { link, url } = await server.ask('make-connect-link', { client_id: client.id, send: true });
    assert.deepEqual([url, link.mailed_to, tokenIn(url)], [null, 'ann@client.test', '']);
  });

  test('is opened sixty times in five minutes by one address at most', async () => {
    clock = new Date(clock.getTime() + 3_600_000);
    const answers: number[] = [];
    for (let count = 0; count < 61; count += 1) answers.push((await server.call('open-connect-link', { token: 'x' }, { as: null })).code);
    clock = new Date(clock.getTime() + 60_000);
    const last = await server.send('/api/open-connect-link', { method: 'POST', body: JSON.stringify({ token: 'x' }), headers: { 'content-type': 'application/json' } });
    answers.push(last.status);
    assert.equal(last.headers.get('retry-after'), '240');
    assert.deepEqual([answers.filter((code) => code === 404).length, answers.filter((code) => code === 429).length], [60, 2]);
    clock = new Date(clock.getTime() + 240_000);
    assert.equal((await server.call('open-connect-link', { token: 'x' }, { as: null })).code, 404);
  });

  test('is mailed thirty times an hour by one person at most, who hears when to go on', async () => {
    clock = new Date(clock.getTime() + 3_600_000);
    const owner = await anotherAgency(server.db);
    const clients = await Promise.all(Array.from({ length: 7 }, () => aClient(server.db, owner)));
    // Five an hour to each of them.
    const send = (count: number) => server.send('/api/make-connect-link', { method: 'POST', body: JSON.stringify({ client_id: clients[Math.floor(count / 5)]?.id, send: true }), headers: { 'content-type': 'application/json', authorization: owner.token } });
    for (let count = 0; count < 30; count += 1) assert.equal((await send(count)).status, 200);
    const refused = await send(30);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
  });

  test('is mailed to one client five times an hour, together with other invitations', async () => {
    clock = new Date(clock.getTime() + 3_600_000);
    const owner = await anotherAgency(server.db);
    const client = await aClient(server.db, owner);
    const send = () => server.call('make-connect-link', { client_id: client.id, send: true }, { as: owner });
    for (let count = 0; count < 5; count += 1) assert.equal((await send()).code, 200);
    const refused = await send();
    assert.deepEqual([refused.code, refused.message], [429, messages.mailTooMany]);
    assert.equal((await server.call('make-connect-link', { client_id: client.id }, { as: owner })).code, 200, 'a link to copy needs no mail');
  });

  test('waits while the owner has stopped all processing, says so, and works again afterwards', async () => {
    const owner = await anotherAgency(server.db);
    const [client, member] = [await aClient(server.db, owner), await aMember(server.db, owner)];
    const { holder, token } = await aLinkHolder(server, client, { by: owner });
    const one = { client_id: client.id };
    let lost = 0;
    during = async () => {
      during = async () => {};
      await server.ask('disable-account', {}, { as: owner });
    };
    await server.call('connect-telegram', accountOf(client.id, '@during'), { as: holder }).then(({ status }) => { lost += status ? 0 : 1; });
    assert.equal(lost, 1, 'who is just connecting is turned away');
    assert.equal((await server.call('fetch-connect-page', {}, { as: holder })).code, 401);
    const opened = await server.ask('open-connect-link', { token }, { as: null });
    assert.deepEqual([opened.state, 'expires' in opened && opened.expires], ['stopped', new Date(clock.getTime() + 7 * day).toISOString()]);
    const [link] = await server.ask('fetch-connect-links', one, { as: owner });
    assert.deepEqual([link?.state, link?.uses], ['open', 1], 'looking at it is no use of it');
    const refused = await Promise.all([owner, member].map((as) => server.call('make-connect-link', one, { as })));
    assert.deepEqual(refused.map(({ code, message }) => [code, message]), [[409, messages.processingStopped], [409, messages.processingStoppedByOwner]]);
    assert.equal((await server.call('connect-telegram', accountOf(client.id, '@own'), { as: client })).message, messages.processingStoppedByOwner);

    const { at, fingerprint } = await server.ask('preview-resume', { scope: 'everything' }, { as: owner });
    await server.ask('resume-publishing', { scope: 'everything', at, fingerprint, choice: 'publish-now' }, { as: owner });
    assert.equal((await server.call('fetch-connect-page', {}, { as: await openLink(server, client, token) })).code, 200);
  });

  test('goes on while publishing is paused for all clients: connecting publishes nothing', async () => {
    const owner = await anotherAgency(server.db);
    const client = await aClient(server.db, owner);
    const { holder } = await aLinkHolder(server, client, { by: owner });
    await server.ask('pause-publishing', { scope: 'everything' }, { as: owner });
    assert.equal((await server.call('connect-telegram', accountOf(client.id, '@calm'), { as: holder })).code, 200);
  });

  test('leads to a page whose address no other page is told', async () => {
    assert.equal((await server.send('/connect/some-token')).headers.get('referrer-policy'), 'no-referrer');
  });
});

test('a client’s list of sessions leaves out those of its links', async () => {
  const { rows } = await server.db.pool.query<{ n: string }>("select count(*) as n from sessions where opened_by = 'connect-link'");
  assert.notEqual(rows[0]?.n, '0');
  const sessions = await server.ask('fetch-sessions', {});
  assert.equal(sessions.length, 1);
});

test('a link is forgotten months after its end, and what was connected by it stays', async () => {
  const client = await aClient(server.db, server.owner);
  const { holder } = await aLinkHolder(server, client, { days: 1 });
  await server.ask('connect-telegram', accountOf(client.id, '@kept'), { as: holder });
  clock = new Date(clock.getTime() + 120 * day);
  const forget = () => forgetExpired(server.services)({}, { signal: AbortSignal.timeout(5000), jobId: 'x', retryCount: 0 });
  await forget();
  assert.equal((await server.db.pool.query('select from connect_links where client_id = $1', [client.id])).rows.length, 1);
  clock = new Date(clock.getTime() + day);
  await forget();
  assert.equal((await server.db.pool.query('select from connect_links where client_id = $1', [client.id])).rows.length, 0);
  assert.equal((await server.ask('fetch-social-accounts', { user_id: client.id })).accounts.length, 1);
});
