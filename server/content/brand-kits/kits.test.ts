import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aPicture } from '../streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aKit } from '../../app/testing/stage.ts';

const server = await aServer();
const client = await aClient(server.db, server.owner);
const otherAgency = await anotherAgency(server.db);
const file = { field: 'file', name: 'logo.png', bytes: await aPicture('png', { width: 40, height: 20 }) };
const logo = await server.upload('upload-file', { file_type: 'image' }, file);
assert.ok(logo.status);
const { url } = logo.data;

test('a client without a kit is in the list, and has a kit with its logo once it is saved', async () => {
  const before = await server.ask('fetch-kits', { client_id: client.id });
  assert.equal(before.items[0]?.kit, null);
  await server.ask('save-kit', { ...aKit, client_id: client.id, logo: url });
  const { items, total } = await server.ask('fetch-kits', {});
  assert.equal(total, 1);
  assert.equal(items[0]?.kit?.logo, url);
  assert.deepEqual(items[0]?.kit?.colours, aKit.colours);
  await server.ask('save-kit', { ...aKit, client_id: client.id, fonts: { heading: 'Anton', body: 'Lato' } });
  const [changed] = (await server.ask('fetch-kits', { client_id: client.id })).items;
  assert.deepEqual([changed?.kit?.logo, changed?.kit?.fonts.heading], [null, 'Anton']);
});

test('another agency’s kit is not found, and its logo is refused', async () => {
  for (const call of ['save-kit', 'delete-kit', 'fetch-kits'] as const)
    assert.equal(
      (await server.call(call, { ...aKit, client_id: client.id }, { as: otherAgency })).message,
      messages.notFound,
    );
  const own = await aClient(server.db, otherAgency);
  const foreign = await server.call('save-kit', { ...aKit, client_id: own.id, logo: url }, { as: otherAgency });
  assert.equal(foreign.message, messages.fileGone);
});

test('a deleted kit is gone and cannot be deleted again', async () => {
  await server.ask('delete-kit', { client_id: client.id });
  assert.equal((await server.ask('fetch-kits', { client_id: client.id })).items[0]?.kit, null);
  assert.equal((await server.call('delete-kit', { client_id: client.id })).message, messages.notFound);
});
