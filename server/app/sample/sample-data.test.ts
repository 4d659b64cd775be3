import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { openNetworks } from '#networks/index.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aServer } from '../testing/server.ts';
import { makeSampleData } from './sample-data.ts';
import { startOf } from './start-time.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
const { networks, close } = openNetworks({
  telegramApiUrl: sandbox.telegramApiUrl,
  telegramWebUrl: sandbox.telegramWebUrl,
  mediumApiUrl: sandbox.mediumApiUrl,
  allowPrivateHosts: [new URL(sandbox.url).host],
});
afterAll(async () => {
  await close();
  await sandbox.stop();
});
const now = new Date('2026-06-01T12:00:20Z');
const server = await aServer({ clock: () => now, networks });
const { owner } = server;
const setup = {
  agencyId: owner.agencyId,
  ownerId: owner.id,
  sandbox: { wordpressUrl: sandbox.wordpressUrl },
  timezone: 'Europe/Berlin',
};

test('the sample has clients with verified accounts, streams with pictures, and posts about to go out', async () => {
  await makeSampleData(server.services, setup);
  const { items: clients } = await server.ask('fetch-app-client', {});
  assert.deepEqual(
    clients.map((client) => [client.name, client.accounts, client.is_sample]),
    [
      ['Harbor Coffee', 2, true],
      ['Sunrise Bakery', 3, true],
    ],
  );
  const { items: streams } = await server.ask('fetch-streams', {});
  assert.deepEqual(
    streams.map((stream) => [stream.title, stream.type, stream.items, stream.thumbnails.length, stream.is_sample]),
    [
      ['Fresh from the oven', 'image', 4, 4, true],
      ['Mornings at the harbor', 'image', 4, 4, true],
      ['Coffee notes', 'text', 5, 0, true],
      ['The bread journal', 'formatted', 3, 0, true],
    ],
  );
  const { items: schedules } = await server.ask('fetch-schedulers', {});
  assert.deepEqual(
    schedules.map((schedule) => [schedule.content_stream.title, schedule.accounts, schedule.schedule_date]),
    [
      ['Fresh from the oven', ['telegram', 'wordpress'], '2026-06-01 14:01'],
      ['Coffee notes', ['telegram'], '2026-06-01 14:02'],
      ['Mornings at the harbor', ['telegram', 'wordpress'], '2026-06-02 08:30'],
      ['The bread journal', ['wordpress', 'medium'], '2026-06-02 17:00'],
    ],
  );
  assert.equal((await server.ask('fetch-user', {})).has_sample, true);
  const { clients: counted, own } = await server.ask('fetch-dashboard', {});
  assert.equal(counted, 2);
  assert.deepEqual(
    own,
    { client_id: null, has_accounts: false, has_streams: false, has_schedules: false },
    'the sample does not count as first steps of a person',
  );
});

test('removing the sample leaves everything that people created themselves, and nothing of the sample', async () => {
  const client = await aClient(server.db, owner);
  const stream = await aTextStream(server, ['mine']);
  const account = await anAccount(server, client);
  const { id } = await server.ask(
    'save-scheduler',
    anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
  );
  const [picture] = (await server.ask('fetch-streams', { type: 'image' })).items.flatMap(
    ({ thumbnails }) => thumbnails,
  );
  await server.ask('remove-sample-data', {});
  assert.deepEqual(
    (await server.ask('fetch-app-client', {})).items.map((each) => each.id),
    [client.id],
  );
  assert.deepEqual(
    (await server.ask('fetch-streams', {})).items.map((each) => each.id),
    [stream.id],
  );
  assert.deepEqual(
    (await server.ask('fetch-schedulers', {})).items.map((each) => each.id),
    [id],
  );
  assert.deepEqual(
    (await server.ask('fetch-social-accounts', {})).accounts.map((each) => each.id),
    [account],
  );
  const { events } = await server.ask('fetch-calendar', { from: '2026-06-01', to: '2026-07-31', timezone: 'UTC' });
  assert.deepEqual(
    events.map((event) => event.schedule_id),
    [id],
  );
  assert.equal(await server.services.storage.open((picture ?? '').replace('/files/', '')), null);
  assert.equal((await server.ask('fetch-user', {})).has_sample, false);
});

test('a network that is not the sandbox here is left out of the sample', async () => {
  const elsewhere = openNetworks({
    telegramApiUrl: 'http://127.0.0.1:9',
    mediumApiUrl: sandbox.mediumApiUrl,
    allowPrivateHosts: [new URL(sandbox.url).host, '127.0.0.1:9'],
  });
  whenDone(elsewhere.close);
  const {
    services,
    owner: { id: ownerId, agencyId },
    ask,
  } = await aServer({ clock: () => now, networks: elsewhere.networks });
  await makeSampleData(services, { ...setup, ownerId, agencyId, leftOut: ['telegram'] });
  const { items: schedules } = await ask('fetch-schedulers', {});
  assert.deepEqual(
    schedules.map((schedule) => [schedule.content_stream.title, schedule.accounts]),
    [
      ['Fresh from the oven', ['wordpress']],
      ['Mornings at the harbor', ['wordpress']],
      ['The bread journal', ['wordpress', 'medium']],
    ],
  );
});

test('a start in a minute is the next full minute, never a past one', () => {
  const at = (clock: string) => startOf({ inMinutes: 1 }, { now: new Date(clock), timezone: 'UTC' });
  assert.deepEqual(
    [at('2026-06-01T12:00:01Z'), at('2026-06-01T12:00:59Z'), at('2026-06-01T12:01:00Z')],
    ['2026-06-01 12:01', '2026-06-01 12:01', '2026-06-01 12:01'],
  );
  assert.equal(
    startOf({ inDays: 1, at: '08:30' }, { now: new Date('2026-06-01T23:30:00Z'), timezone: 'Europe/Berlin' }),
    '2026-06-03 08:30',
  );
});
