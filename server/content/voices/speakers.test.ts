/** Voices of providers in addition to the built-in ones, as an agency sees and uses them. */
import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { parseConfig } from '../../base/settings/config.ts';
import { withSandbox } from '../../app/processes/start/sandbox-child.ts';
import { giveAiKey } from '../ai/testing.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
afterAll(() => sandbox.stop());
const keys = { POLLY_ACCESS_KEY_ID: 'AKIASANDBOX', POLLY_SECRET_ACCESS_KEY: 'sandbox-polly-secret' };
const configOf = (settings: Record<string, string>) => {
  const { addresses, voices } = withSandbox(parseConfig({ SANDBOX: 'on', ...settings }), sandbox);
  return { addresses, voices, sandbox: true };
};
const server = await aServer({ config: configOf(keys) });
const { owner, db } = server;
const speak = (voice: string, text = 'Hello') =>
  server.call('generate-tts', { text, language_id: 'en-US', voice_id: voice });

test('Polly’s voices and languages are listed with the built-in ones, which come last', async () => {
  const voices = await server.ask('get-artists', { lang_code: 'en-US' });
  assert.deepEqual(
    voices.slice(0, 2).map(({ voice_id, note }) => [voice_id, note]),
    [
      ['polly:Joanna:neural:en-US', ''],
      ['polly:Matthew:neural:en-US', ''],
    ],
  );
  assert.deepEqual([voices[2]?.voice_id, voices[2]?.note], ['flite:slt', 'The built-in voices sound basic.']);
  const languages = await server.ask('get-polly-languages', {});
  assert.equal(languages[0]?.code, 'en-US');
  assert.equal(new Set(languages.map(({ code }) => code)).size, languages.length);
  assert.ok(languages.some(({ code }) => code === 'en-IN'));
});

test('a speech of Polly is kept in the library', async () => {
  const reply = await speak('polly:Joanna:neural:en-US', 'Grow your agency with content.');
  assert.ok(reply.status, reply.message);
  assert.ok(Math.abs(reply.data.duration_ms - 30 * 60) < 100, `${reply.data.duration_ms} ms`);
  assert.equal((await server.send(reply.data.file_url)).status, 200);
  const refused = await speak('polly:Joanna:neural:en-US', 'sandbox-voice-500');
  assert.deepEqual(
    [refused.code, refused.message],
    [409, 'The speech could not be generated: Amazon Polly is not available right now. Please try again later.'],
  );
});

test('an agency’s own OpenAI key is used only for that agency, within its limit', async () => {
  const openAiVoices = async (as = owner) =>
    (await server.ask('get-artists', { lang_code: 'de-DE' }, { as })).filter(({ voice_id }) =>
      voice_id.startsWith('openai:'),
    );
  assert.deepEqual(await openAiVoices(), []);
  assert.equal((await speak('openai:coral')).code, 409);
  await giveAiKey(server, owner);
  assert.ok((await openAiVoices()).every(({ note }) => note.includes('your own key')));
  assert.equal((await openAiVoices()).length, 10);
  assert.deepEqual(await openAiVoices(await anotherAgency(db)), []);

  assert.ok((await speak('openai:coral', 'x'.repeat(1_000))).status);
  assert.equal((await speak('openai:coral', 'sandbox-voice-quota')).code, 409);
  const { rows } = await db.pool.query<{ task: string; state: string; cost: number }>(
    'select task, state, cost_micros::int as cost from ai_requests where agency_id = $1 order by id',
    [owner.agencyId],
  );
  assert.deepEqual(rows, [
    { task: 'speech', state: 'done', cost: 15_000 },
    { task: 'speech', state: 'failed', cost: 0 },
  ]);
  await db.pool.query(
    `insert into ai_settings (agency_id, limit_cents) values ($1, 2)
     on conflict (agency_id) do update set limit_cents = 2`,
    [owner.agencyId],
  );
  assert.equal((await speak('openai:coral', 'x'.repeat(1_000))).message, messages.aiLimitReached);
});

test('the operator’s OpenAI key is used for every agency', async () => {
  const other = await aServer({ config: configOf({ OPENAI_SPEECH_KEY: 'sk-operator' }) });
  const voices = await other.ask('get-artists', { lang_code: 'en-US' });
  assert.deepEqual([voices[0]?.voice_id, voices[0]?.note], ['openai:coral', '']);
  const reply = await other.call('generate-tts', { text: 'Hello', language_id: 'en-US', voice_id: 'openai:coral' });
  assert.ok(reply.status, reply.message);
});

test('half a key prevents the start with a line that names it', () => {
  assert.throws(() => parseConfig({ POLLY_ACCESS_KEY_ID: 'A' }), /POLLY_ACCESS_KEY_ID and POLLY_SECRET_ACCESS_KEY/);
  assert.throws(() => parseConfig({ PIPER_PATH: '/opt/piper' }), /PIPER_PATH and PIPER_MODELS/);
  assert.throws(() => parseConfig({ PIPER_PATH: 'piper', PIPER_MODELS: '/m' }), /must be an absolute path/);
});

test('OpenAI’s voices are offered while it has a model that speaks, and not after its end', async () => {
  const config = configOf({ OPENAI_SPEECH_KEY: 'sk-operator-of-the-end' });
  const clock = { now: new Date('2027-01-05T12:00:00Z') };
  const other = await aServer({ config, clock: () => clock.now });
  const offered = async () =>
    (await other.ask('get-artists', { lang_code: 'en-US' })).filter(({ voice_id: id }) => id.startsWith('openai:'));
  assert.equal((await offered()).length, 10);
  clock.now = new Date('2027-01-06T12:00:00Z');
  assert.deepEqual(await offered(), []);
  const reply = await other.call('generate-tts', { text: 'Hello', language_id: 'en-US', voice_id: 'openai:coral' });
  assert.match(reply.message, /no longer available/);
});
