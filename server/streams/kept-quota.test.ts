/** Wordings that planned posts keep while their item gets others count towards what an agency may keep. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '#contract/messages.ts';
import { anAccount } from '../schedules/testing.ts';
import { aClient, aServer } from '../testing/server.ts';
import { aStream } from './testing.ts';

const uploadQuotaBytes = 10_000;
const server = await aServer({ clock: () => new Date('2026-06-01T08:00:00Z'), config: { uploadQuotaBytes } });
const { db, owner } = server;
const client = await aClient(db, owner);
const words = (round: number): string => `${round} `.padEnd(2000, 'x');
const schedules: string[] = [];

/** Plans a post with what the stream says now. */
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

test('an agency fills its space with kept wordings, and not more; what it has it may still make smaller', async () => {
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
  assert.ok((await bytesInDatabase()) < 3000, 'what nothing stands on any more has gone');
});
