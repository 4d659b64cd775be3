/** Earlier texts that planned posts keep when their item changes count towards the agency's quota. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { OwnWords } from '#rules/own-words.ts';
import { anAccount } from '../../planning/schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { aStream } from './testing.ts';

const uploadQuotaBytes = 10_000;
const server = await aServer({ clock: () => new Date('2026-06-01T08:00:00Z'), config: { uploadQuotaBytes } });
const { db, owner } = server;
const client = await aClient(db, owner);
const words = (round: number): string => `${round} `.padEnd(2000, 'x');
const schedules: string[] = [];

/** Plans a post with the stream's current texts. */
async function plan(streamId: string): Promise<void> {
  const { id } = await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: [await anAccount(server, client, 'telegram', `feed ${schedules.length}`)],
    schedule_date: '2026-06-02',
    hours: '9',
    minutes: '30',
    timezone: 'UTC',
    re_purpose: 0,
    schedule_type: 'daily',
  });
  schedules.push(id);
}

async function bytesInDatabase(): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: string }>(
    'select sum(octet_length(title) + octet_length(description)) as bytes from items where agency_id = $1',
    [owner.agencyId],
  );
  return Number(rows[0]?.bytes);
}

test('kept texts count up to the quota and not beyond, and texts may still be shortened', async () => {
  const stream = await aStream(server, 'text');
  const description = JSON.stringify([{ title: 'T', value: words(0) }]);
  await server.ask('text-stream', { content_stream_id: stream.id, description });
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  const edit = (round: number, planned_posts: 'keep' | 'follow', text = words(round)) =>
    server.call('update-stream', { id: items[0]?.id ?? '', title: 'T', description: text, planned_posts });
  const codes: number[] = [];
  for (let round = 1; round <= 8; round += 1) {
    await plan(stream.id);
    codes.push((await edit(round, 'keep')).code);
  }
  assert.deepEqual(codes, [200, 200, 200, 413, 413, 413, 413, 413]);
  assert.ok((await bytesInDatabase()) <= uploadQuotaBytes, `${await bytesInDatabase()} bytes`);
  assert.equal((await edit(9, 'keep')).message, messages.quotaReached);

  assert.equal((await edit(10, 'follow')).code, 200);
  assert.equal((await edit(11, 'follow', 'short')).code, 200);
  assert.ok((await bytesInDatabase()) < 3000, 'unused copies are deleted');
});

test('own texts and alt texts count like titles and descriptions, also in texts that posts keep', async () => {
  const stream = await aStream(server, 'text');
  const used = async () => (await server.ask('fetch-space', {})).used_bytes;
  const [item] = await server.ask('text-stream', {
    content_stream_id: stream.id,
    description: JSON.stringify([{ title: 'Roll', value: 'Fresh' }]),
  });
  const id = item?.id ?? '';
  const edit = async (words: { own_words?: OwnWords; alt_text?: string }) => {
    const { version } = (await server.ask('fetch-stream', { id: stream.id })).items[0] ?? {};
    const before = await used();
    await server.ask('update-stream', { id, ...(version && { version }), ...words, planned_posts: 'keep' });
    return (await used()) - before;
  };
  const own_words = { twitter: { title: 'Brötchen', description: 'Hot' }, medium: { title: '', description: 'Warm' } };
  assert.equal(await edit({ own_words, alt_text: 'Süß' }), Buffer.byteLength('BrötchenHotWarmSüß'));
  await plan(stream.id);
  assert.equal(await edit({ alt_text: '' }), Buffer.byteLength('RollFreshBrötchenHotWarm'));

  const left = uploadQuotaBytes - (await used());
  const long = { twitter: { title: '', description: 'x'.repeat(left) }, medium: { title: '', description: '' } };
  await edit({ own_words: long });
  const more = JSON.stringify([{ title: '', value: 'x'.repeat(100) }]);
  const refused = await server.call('text-stream', { content_stream_id: stream.id, description: more });
  assert.deepEqual([refused.code, refused.message], [413, messages.quotaReached]);
});
