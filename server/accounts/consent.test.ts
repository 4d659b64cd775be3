import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Consented, ConsentVisit, FreshAccount, Network } from '#networks/network.ts';
import { ownAppOf } from './apps.ts';
import { aClient, aMember, anotherAgency, aServer } from '../testing.ts';

const limits = {
  gapSeconds: 0, parallel: 1, textLength: null, captionLength: null, titleLength: null, lengthUnit: 'utf16' as const,
  imageBytes: null, videoBytes: null, videoSeconds: null,
};
const clock = { now: new Date('2026-06-01T12:00:00Z') };
const visits: ConsentVisit[] = [];
const answers: Consented[] = [];

/** A network of the outside world in this process: its page leads nowhere, its codes are worth what the script says. */
const network = (id: Network['id']): Network => ({
  id,
  limits,
  publish: () => Promise.resolve({ kind: 'rejected', message: 'not in this test' }),
  consent: {
    authorizeUrl: (visit) => {
      visits.push(visit);
      return `https://${id}.test/authorize?state=${visit.state}`;
    },
    complete: () => Promise.resolve(answers.shift() ?? { kind: 'connected', accounts: [account('1', 'sunrise')], next: null }),
    more: (next) => Promise.resolve({ kind: 'connected', accounts: [page(`${next['after']}`, `Page ${next['after']}`), page('9', 'Page 1')], next: null }),
  },
});
const account = (externalId: string, username: string): FreshAccount => ({
  externalId, username, profile: {}, credentials: { token: 'secret' }, expiresAt: new Date('2026-07-01T00:00:00Z'),
});
const page = (externalId: string, username: string): FreshAccount => ({ externalId, username, profile: { category: 'page' }, credentials: { token: `secret ${externalId}` } });

const app = { clientId: 'our-app', clientSecret: 'our-secret' };
const server = await aServer({
  networks: { reddit: network('reddit'), vimeo: network('vimeo'), facebook: network('facebook') },
  clock: () => clock.now,
  config: { apps: { reddit: app, facebook: app } },
});
let tries = 0;

/** Begins a visit as the pop-up does; gives the key, what came back as `state`, and where the pop-up was led. */
async function begin(sent: { network: 'reddit' | 'vimeo' | 'facebook'; user_id: string; client_id?: string; client_secret?: string }, as = server.owner) {
  tries += 1;
  const key = `key-of-try-${String(tries).padStart(8, '0')}`;
  const { url } = await server.ask('connect-ticket', { ...sent, key }, { as });
  const response = await server.send(url, { redirect: 'manual' });
  return { key, url, location: response.headers.get('location') ?? '', state: visits.at(-1)?.state ?? '' };
}
const statusOf = async (key: string, as = server.owner) => {
  const reply = await server.call('check-network-status', { key }, { as });
  return reply.status ? [reply.data.status, reply.message] : assert.fail(reply.message);
};

test('a visit leads to the network with our app and comes back with an account of the client', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, location, state } = await begin({ network: 'reddit', user_id: client.id });
  assert.equal(location, `https://reddit.test/authorize?state=${state}`);
  assert.deepEqual(visits.at(-1)?.app, app);
  assert.equal(visits.at(-1)?.redirectUri, `${server.services.config.publicUrl}/reddit-callback`);
  assert.ok((visits.at(-1)?.verifier.length ?? 0) >= 43);
  assert.deepEqual(await statusOf(key), ['pending', '']);

  const joined = await server.ask('connect-reddit', { state, code: 'worth it' });
  assert.deepEqual([joined.user_id, joined.account.username, joined.account.type], [client.id, 'sunrise', 'reddit']);
  assert.deepEqual(await statusOf(key), [true, 'Account connected successfully']);
  const { rows } = await server.db.pool.query<{ expires_at: Date; app_client_id: string; credentials: string }>(
    'select expires_at, app_client_id, credentials from social_accounts where id = $1', [joined.account.id]);
  assert.deepEqual([rows[0]?.expires_at, rows[0]?.app_client_id], [new Date('2026-07-01T00:00:00Z'), 'our-app']);
  assert.doesNotMatch(rows[0]?.credentials ?? '', /secret/);

  const again = await begin({ network: 'reddit', user_id: client.id });
  const renewed = await server.ask('connect-reddit', { state: again.state, code: 'worth it' });
  assert.equal(renewed.account.id, joined.account.id);
  assert.deepEqual(await statusOf(again.key), [true, 'Account updated successfully']);
});

test('a ticket opens one visit, and a state is worth one code', async () => {
  const client = await aClient(server.db, server.owner);
  const { url, state } = await begin({ network: 'reddit', user_id: client.id });
  assert.equal((await server.send(url, { redirect: 'manual' })).headers.get('location'), '/popup?problem=ticket');
  await server.ask('connect-reddit', { state, code: 'worth it' });
  assert.equal((await server.call('connect-reddit', { state, code: 'worth it' })).code, 404);
});

test('a visit ends ten minutes after it was begun', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, state } = await begin({ network: 'reddit', user_id: client.id });
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  assert.equal((await server.call('connect-reddit', { state, code: 'worth it' })).code, 404);
  assert.deepEqual(await statusOf(key), [false, "The network's page was open for more than 10 minutes. Please try again."]);
});

test('a refusal on the network’s page ends the wait with its reason, and nothing is kept', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, state } = await begin({ network: 'reddit', user_id: client.id });
  const reply = await server.call('connect-reddit', { state, error: 'access_denied' });
  assert.deepEqual([reply.code, reply.message], [422, 'Reddit was not given permission. Nothing was connected.']);
  assert.deepEqual(await statusOf(key), [false, 'Reddit was not given permission. Nothing was connected.']);
  assert.deepEqual((await server.ask('fetch-social-accounts', { user_id: client.id })).accounts, []);
});

test('a code that is worth nothing, or an answer without an account, is said and kept for who polls', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({ kind: 'refused', message: 'The code has expired.' }, { kind: 'connected', accounts: [], next: null });
  for (const message of ['The code has expired.', 'Reddit named no account that could be connected.']) {
    const { key, state } = await begin({ network: 'reddit', user_id: client.id });
    assert.deepEqual(await server.call('connect-reddit', { state, code: 'x' }), { code: 422, status: false, message, errors: {} });
    assert.deepEqual(await statusOf(key), [false, message]);
  }
});

test('nobody else completes, asks for or opens a visit', async () => {
  const client = await aClient(server.db, server.owner);
  const member = await aMember(server.db, server.owner);
  const stranger = await anotherAgency(server.db);
  const { key, state, url } = await begin({ network: 'reddit', user_id: client.id });
  for (const as of [member, stranger]) {
    assert.equal((await server.call('connect-reddit', { state, code: 'x' }, { as })).code, 404);
    assert.equal((await statusOf(key, as))[0], false);
  }
  const refused = await server.call('connect-ticket', { network: 'reddit', user_id: client.id, key: 'key-of-a-stranger' }, { as: stranger });
  assert.equal(refused.code, 404);
  const other = new URL(url, server.url);
  for (const [name, value] of [['key', 'another-key-of-mine'], ['user_id', '1'], ['token', 'x'], ['user_id', 'x']] as const) {
    const { url: fresh } = await server.ask('connect-ticket', { network: 'reddit', user_id: client.id, key: 'key-of-the-owner-1' });
    const changed = new URL(fresh, server.url);
    changed.searchParams.set(name, value);
    assert.equal((await server.send(changed.pathname + changed.search, { redirect: 'manual' })).headers.get('location'), '/popup?problem=ticket');
  }
  assert.equal((await server.send(`/api/connect-vimeo${other.search}`, { redirect: 'manual' })).headers.get('location'), '/popup?problem=ticket');
});

test('a client account joins for itself only', async () => {
  const client = await aClient(server.db, server.owner);
  const sibling = await aClient(server.db, server.owner);
  const { state } = await begin({ network: 'reddit', user_id: client.id }, client);
  assert.equal((await server.ask('connect-reddit', { state, code: 'x' }, { as: client })).user_id, client.id);
  const reply = await server.call('connect-ticket', { network: 'reddit', user_id: sibling.id, key: 'key-of-a-client-1' }, { as: client });
  assert.equal(reply.code, 404);
});

test('Vimeo is joined with the app that the person typed, which stays sealed', async () => {
  const client = await aClient(server.db, server.owner);
  const missing = async (typed: { client_id?: string; client_secret?: string }) => {
    const reply = await server.call('connect-ticket', { network: 'vimeo', user_id: client.id, key: 'key-without-an-app', ...typed });
    return [reply.code, reply.status ? null : reply.errors];
  };
  assert.deepEqual(await missing({}), [422, { client_id: 'Client ID is required', client_secret: 'Client Secret is required' }]);
  assert.deepEqual(await missing({ client_id: 'my-app', client_secret: ' ' }), [422, { client_secret: 'Client Secret is required' }]);
  const { url, state } = await begin({ network: 'vimeo', user_id: client.id, client_id: 'my-app', client_secret: 'my-hidden-word' });
  assert.doesNotMatch(url, /my-/);
  assert.deepEqual(visits.at(-1)?.app, { clientId: 'my-app', clientSecret: 'my-hidden-word' });
  const { rows } = await server.db.pool.query('select * from connect_tickets');
  assert.doesNotMatch(JSON.stringify(rows), /my-hidden-word/);
  const { account: { id } } = await server.ask('save-vimeo', { state, code: 'x' });
  const { rows: [row] } = await server.db.pool.query<{ credentials: string; user_id: string }>('select credentials, user_id from social_accounts where id = $1', [id]);
  const place = { agencyId: server.owner.agencyId, table: 'social_accounts', field: 'credentials', owner: `${row?.user_id}:vimeo:1` };
  const opened = z.record(z.string(), z.string()).parse(JSON.parse(server.services.secrets.open(row?.credentials ?? '', place)));
  assert.deepEqual(ownAppOf(opened), { clientId: 'my-app', clientSecret: 'my-hidden-word' });
  assert.doesNotMatch(server.log.join('\n'), /my-hidden-word/);
});

test('Facebook lists pages once by name, more of them on demand, and joins the chosen one', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({ kind: 'connected', accounts: [page('1', 'Page 1'), page('2', 'Page 1'), page('3', 'Page 3')], next: { after: '4' } });
  const { key, state } = await begin({ network: 'facebook', user_id: client.id });
  const first = await server.ask('facebook-targets', { state, code: 'x' });
  assert.deepEqual(first, { more: true, targets: [{ fb_id: '1', title: 'Page 1', category: 'page' }, { fb_id: '3', title: 'Page 3', category: 'page' }] });
  const second = await server.ask('facebook-targets', { state });
  assert.deepEqual(second, { more: false, targets: [{ fb_id: '4', title: 'Page 4', category: 'page' }] });
  assert.equal((await server.call('facebook-targets', { state })).code, 404);

  const chosen = { user_id: client.id, title: 'Page 4', token: state, fb_id: '4', category: 'page' as const };
  assert.equal((await server.call('save-facebook', { ...chosen, fb_id: '5' })).code, 404);
  const joined = await server.ask('save-facebook', chosen);
  assert.deepEqual([joined.account.username, joined.account.type], ['Page 4', 'facebook']);
  assert.deepEqual(await statusOf(key), [true, 'Account connected successfully']);
  assert.equal((await server.call('save-facebook', chosen)).code, 404);
});

test('a network without an app is not available and says what the operator must set', async () => {
  const networks = await server.ask('fetch-networks', {});
  assert.deepEqual(networks.filter(({ available }) => available).map(({ type }) => type), ['reddit', 'vimeo', 'facebook']);
  assert.ok(networks.filter(({ available }) => !available).every(({ reason }) => reason !== ''));
});

test('a chosen Facebook group is kept as one to post to by hand, without credentials', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({ kind: 'connected', accounts: [{ ...page('77', 'Bakers of Berlin'), profile: { category: 'group' } }], next: null });
  const { key, state } = await begin({ network: 'facebook', user_id: client.id });
  await server.ask('facebook-targets', { state, code: 'x' });
  const { account } = await server.ask('save-facebook', { user_id: client.id, title: 'Bakers of Berlin', token: state, fb_id: '77', category: 'group' });
  assert.deepEqual([account.username, account.by_hand, await statusOf(key)], ['Bakers of Berlin', true, [true, 'Account connected successfully']]);
  const { rows } = await server.db.pool.query('select credentials, profile from social_accounts where id = $1', [account.id]);
  assert.deepEqual(rows, [{ credentials: '', profile: { url: 'https://www.facebook.com/groups/77' } }]);
});
