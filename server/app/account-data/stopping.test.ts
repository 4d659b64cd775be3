import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { Network } from '#networks/network.ts';
import { readEngagement } from '../../insights/engagement/read-engagement.job.ts';
import { renewAccounts } from '../../people/accounts/renew-accounts.job.ts';
import { checkMedia } from '../../publishing/actions/check-media.job.ts';
import { aNetwork, aSchedule, aWorker, deliveriesOf } from '../../publishing/testing.ts';
import { renewalsOf } from '../processes/publisher.ts';
import { aMember, aPerson, aServer, type TestPerson } from '../testing/server.ts';

const clock = { now: new Date('2026-06-01T12:00:00Z') };
/** Every request that would have been sent, as 'what account'. */
const left: string[] = [];
const witness = (id: Network['id']): Network => {
  const { network } = aNetwork({ id, canFind: true });
  const saw = (what: string, { externalId }: { externalId: string }) => {
    left.push(`${what} ${externalId.split('-')[0]}`);
  };
  return {
    ...network,
    limits: { ...network.limits, engagementBatch: 100, imageBytes: 1 },
    connect: () => {
      left.push('connect');
      return Promise.resolve({
        kind: 'connected',
        account: { externalId: 'new', username: 'New', profile: {}, credentials: {} },
      });
    },
    publish: (content, account, context) => {
      saw('publish', account);
      return network.publish(content, account, context);
    },
    check: (ticket, account) => {
      saw('check', account);
      return Promise.resolve({ kind: 'published', postId: ticket['id'] ?? '', postUrl: null });
    },
    find: (content, account, attempt, given) => {
      saw('find', account);
      return network.find?.(content, account, attempt, given) ?? Promise.resolve({ kind: 'absent' });
    },
    engagement: (postIds, account) => {
      saw('engagement', account);
      return Promise.resolve({
        kind: 'read',
        gone: [],
        figures: new Map(
          postIds.map((postId) => [postId, { likes: 1, comments: 1, shares: null, views: null, retweets: null }]),
        ),
      });
    },
    refresh: ({ credentials, ...account }) => {
      saw('refresh', account);
      return Promise.resolve({ kind: 'refreshed', credentials, expiresAt: new Date('2030-01-01T00:00:00Z') });
    },
  };
};
const networks = { vimeo: witness('vimeo'), telegram: witness('telegram') };
const server = await aServer({
  clock: () => clock.now,
  networks,
  config: { apps: { vimeo: { clientId: 'app', clientSecret: 'secret' } } },
});
const { db, services } = server;
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };
const worker = aWorker(db, {
  networks,
  clock: { now: () => clock.now, pass: () => {}, set: () => {} },
  renewals: renewalsOf(services, { error: () => {} }),
});

/** An agency with due work of every kind: to publish, check, find, read and renew. */
async function aBusyAgency() {
  const made = await aSchedule(db, {
    network: 'vimeo',
    items: 5,
    accounts: 1,
    origin: '2026-06-01 11:00',
    frequency: 'hourly',
  });
  const {
    agencyId,
    clientId,
    accountIds: [accountId = ''],
    scheduleId,
  } = made;
  const sealed = services.secrets.seal(JSON.stringify({ accessToken: 't', refreshToken: 'r' }), {
    agencyId,
    table: 'social_accounts',
    field: 'credentials',
    owner: `${clientId}:vimeo:${agencyId}-1`,
  });
  await db.pool.query(
    `update social_accounts set credentials = $2, expires_at = $3, app_client_id = 'app' where id = $1`,
    [accountId, sealed, new Date(clock.now.getTime() + 3_600_000)],
  );
  const rows = await deliveriesOf(db, scheduleId);
  const [, checked, lost, posted] = rows;
  await db.pool.query(
    `update deliveries set state = 'processing', ticket = '{"id":"7"}', next_at = $2, due_at = $2 where id = $1`,
    [checked?.id, clock.now],
  );
  await db.pool.query(`update deliveries set state = 'uncertain', next_at = $2, due_at = $2 where id = $1`, [
    lost?.id,
    clock.now,
  ]);
  await db.pool.query(
    `insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at, outcome) values ($1, $2,
      1, 'w', 'f', $3, 'unknown')`,
    [agencyId, lost?.id, clock.now],
  );
  await db.pool.query(
    `update deliveries set state = 'published', post_id = 'p-' || id, published_at = $2, finished_at = $2,
      next_at = 'infinity' where id = $1`,
    [posted?.id, new Date(clock.now.getTime() - 7_200_000)],
  );
  const owner = await aPerson(db, { role: 'owner', agencyId, membership: 'dfy__unlimited' });
  return { ...made, accountId, owner, posted };
}

/** Everything that contacts networks automatically, once. */
async function workAll(): Promise<void> {
  await renewAccounts(services)({}, context);
  await readEngagement(services)({}, context);
  await checkMedia(services)({}, context);
  await worker.sweep();
  await worker.publishDue();
  await worker.settleDue();
}
const ofAgency = (agencyId: string): string[] =>
  left
    .filter((request) => request.endsWith(` ${agencyId}`))
    .map((request) => request.split(' ', 1)[0] ?? '')
    .toSorted();

async function resume(as: TestPerson) {
  const { at, fingerprint } = await server.ask('preview-resume', { scope: 'everything' }, { as });
  return server.call('resume-publishing', { scope: 'everything', at, fingerprint, choice: 'publish-now' }, { as });
}

test('after Stop neither engine nor jobs send requests of the agency, only of others; resuming sends all', async () => {
  const [stopped, other] = [await aBusyAgency(), await aBusyAgency()];
  assert.equal(
    (await server.call('disable-account', {}, { as: stopped.owner })).message,
    messages.processingStoppedNow,
  );
  left.length = 0;
  await workAll();
  assert.deepEqual(ofAgency(other.agencyId), ['check', 'engagement', 'find', 'publish', 'refresh']);
  assert.deepEqual(ofAgency(stopped.agencyId), []);
  clock.now = new Date(clock.now.getTime() + 40 * 60_000);
  await workAll();
  assert.deepEqual(ofAgency(stopped.agencyId), []);

  left.length = 0;
  assert.equal((await resume(stopped.owner)).code, 200);
  await workAll();
  assert.deepEqual([...new Set(ofAgency(stopped.agencyId))], ['check', 'engagement', 'find', 'publish', 'refresh']);
});

test('figures on demand and connecting send no request to a network either, and say why', async () => {
  const { owner, clientId, scheduleId, posted } = await aBusyAgency();
  const as = { as: owner };
  const ticket = await server
    .ask(
      'connect-ticket',
      { network: 'vimeo', user_id: clientId, key: 'key-of-a-visit-now', client_id: 'a', client_secret: 'b' },
      as,
    )
    .catch(() => null);
  await server.ask('disable-account', {}, as);
  left.length = 0;
  const figures = await server.ask(
    'fetch-stream-data',
    { scheduler_id: scheduleId, stream_id: posted?.occurrence_id ?? '' },
    as,
  );
  assert.deepEqual(
    figures.map(({ note }) => note),
    [messages.processingStopped],
  );
  const refused = await server.call('connect-telegram', { user_id: clientId, chat_id: '1', bot_token: 't' }, as);
  assert.deepEqual([refused.code, refused.message, left], [409, messages.processingStopped, []]);
  assert.equal(
    ticket === null || (await server.send(ticket.url, { redirect: 'manual' })).status !== 302,
    true,
    'a visit in progress has ended',
  );
});

test('everybody sees that processing is stopped, only the owner resumes, and the audit log has both', async () => {
  const { owner, agencyId } = await aBusyAgency();
  const member = await aMember(db, owner);
  await server.ask('pause-publishing', { scope: 'everything' }, { as: member });
  assert.equal((await server.ask('fetch-pauses', {}, { as: member })).everything?.processing_stopped, false);
  assert.equal((await server.ask('fetch-account-data', {}, { as: owner })).stopped, null);
  await server.ask('disable-account', {}, { as: owner });
  await server.ask('disable-account', {}, { as: owner });
  const told = (await server.ask('fetch-pauses', {}, { as: member })).everything;
  assert.deepEqual([told?.processing_stopped, told?.paused_by], [true, owner.name]);
  assert.deepEqual([(await server.ask('fetch-account-data', {}, { as: owner })).stopped?.by], [owner.name]);
  const refused = await resume(member);
  assert.deepEqual([refused.code, refused.message], [403, messages.ownerResumes]);
  assert.equal((await resume(owner)).code, 200);
  assert.deepEqual(
    [
      (await server.ask('fetch-pauses', {}, { as: owner })).everything,
      (await server.ask('fetch-account-data', {}, { as: owner })).stopped,
    ],
    [null, null],
  );
  const { rows } = await db.pool.query<{ action: string }>(
    `select action from audit_entries where agency_id = $1 and action like 'processing-%' order by id`,
    [agencyId],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['processing-stopped', 'processing-resumed'],
  );
});
