/** Words that voices misread: found, corrected for a client or the agency, and deleted. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer();
const { owner } = server;
const client = await aClient(server.db, owner);
const text = 'Qwik and Nguyen grow 20% with AgencyReel';
const found = async (more: { client_id?: string } = {}) =>
  (await server.ask('find-misread', { text, language_id: 'en-US', ...more })).map(
    ({ written, spoken, id }) => `${written}: ${spoken}${id === null ? '' : ' (own)'}`,
  );

test('numbers and joined names are found; a correction belongs to the client or to the agency', async () => {
  assert.deepEqual(await found(), ['20%: 20 percent', 'AgencyReel: Agency Reel']);
  await server.ask('save-pronunciation', { written: 'Nguyen', spoken: 'new yen' });
  await server.ask('save-pronunciation', { client_id: client.id, written: 'Nguyen', spoken: 'win' });
  await server.ask('save-pronunciation', { client_id: client.id, written: '20%', spoken: 'a fifth' });
  assert.deepEqual(await found(), ['Nguyen: new yen (own)', '20%: 20 percent', 'AgencyReel: Agency Reel']);
  assert.deepEqual(await found({ client_id: client.id }), [
    'Nguyen: win (own)',
    '20%: a fifth (own)',
    'AgencyReel: Agency Reel',
  ]);
});

test('saving a word again replaces its pronunciation, and deleting it removes it', async () => {
  const { id } = await server.ask('save-pronunciation', { written: 'Qwik', spoken: 'kwik' });
  assert.equal((await server.ask('save-pronunciation', { written: 'Qwik', spoken: 'quick' })).id, id);
  assert.ok((await found()).includes('Qwik: quick (own)'));
  await server.ask('delete-pronunciation', { id });
  assert.ok(!(await found()).some((word) => word.startsWith('Qwik')));
});

test('a speech uses the client’s corrected pronunciations', async () => {
  const speak = async (more: { client_id?: string }) =>
    (await server.ask('generate-tts', { text: 'Zzyx', language_id: 'en-US', voice_id: 'flite:kal16', ...more }))
      .duration_ms;
  const long = 'a very long name that takes its time to be said';
  await server.ask('save-pronunciation', { client_id: client.id, written: 'Zzyx', spoken: long });
  assert.ok((await speak({ client_id: client.id })) > 2 * (await speak({})));
});

test('another agency cannot see, correct or delete a client’s words', async () => {
  const as = { as: await anotherAgency(server.db) };
  const { id } = await server.ask('save-pronunciation', { client_id: client.id, written: 'Own', spoken: 'oh' });
  const input = { client_id: client.id, written: 'Own', spoken: 'x' };
  assert.equal((await server.call('save-pronunciation', input, as)).code, 404);
  assert.equal((await server.call('delete-pronunciation', { id }, as)).code, 404);
  const asked = { text: 'Own', language_id: 'en-US', client_id: client.id };
  assert.equal((await server.call('find-misread', asked, as)).code, 404);
  assert.deepEqual(await server.ask('find-misread', { text: 'Own', language_id: 'en-US' }, as), []);
});
