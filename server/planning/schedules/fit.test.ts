import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aNetwork } from '../../publishing/testing.ts';
import { aStream, aVideo } from '../../content/streams/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { anAccount } from './testing.ts';

const network = (id: 'twitter' | 'vimeo', videoSeconds: number | null) => {
  const made = aNetwork({ id }).network;
  return { ...made, limits: { ...made.limits, videoSeconds } };
};
const server = await aServer({ networks: { twitter: network('twitter', 1), vimeo: network('vimeo', null) } });

test('the wizard shows which videos a network will not take, and why, before anything is scheduled', async () => {
  const client = await aClient(server.db, server.owner);
  const accounts = [await anAccount(server, client, 'twitter'), await anAccount(server, client, 'vimeo')];
  const stream = await aStream(server, 'video');
  await server.upload(
    'stream',
    { content_stream_id: stream.id },
    { field: 'stream', name: 'short.mp4', bytes: await aVideo({ seconds: 1 }) },
  );
  await server.upload(
    'stream',
    { content_stream_id: stream.id },
    { field: 'stream', name: 'long.mp4', bytes: await aVideo({ seconds: 3 }) },
  );
  const found = await server.ask('fetch-fit', { content_stream_id: stream.id, user_client_id: client.id });
  assert.deepEqual(
    found.map(({ account_id: id, type, item_count: count, items }) => [
      id,
      type,
      count,
      items.map(({ message }) => message),
    ]),
    [[accounts[0], 'twitter', 2, ['This video is 0:03 long; Twitter takes at most 0:01.']]],
  );
});

test('every item of a text stream fits', async () => {
  const client = await aClient(server.db, server.owner);
  await anAccount(server, client, 'twitter');
  const stream = await aStream(server, 'text');
  assert.deepEqual(await server.ask('fetch-fit', { content_stream_id: stream.id, user_client_id: client.id }), []);
});
