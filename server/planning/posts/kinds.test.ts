/** Streams of kind 'post' beside content streams, and the titles of their files. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Sent } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { anAccount } from '../schedules/testing.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Corner Studio' });
const account = await anAccount(server, client);

const first = (parts: Partial<Sent<'save-post'>> = {}): Sent<'save-post'> => ({
  save_key: crypto.randomUUID(),
  client_id: client.id,
  account_ids: [account],
  words: `Words ${crypto.randomUUID()}`,
  ...parts,
});
const aDraft = async (parts: Partial<Sent<'save-post'>> = {}) => server.ask('save-post', first(parts));
type Draft = Awaited<ReturnType<typeof aDraft>>;
const plan = ({ draft_id, version }: Draft, parts: Partial<Sent<'schedule-post'>> = {}): Sent<'schedule-post'> => ({
  draft_id,
  version,
  client_id: client.id,
  account_ids: [account],
  when: { kind: 'at', date: '2026-06-03', time: '10:00', timezone: 'Europe/Berlin' },
  ...parts,
});
test('a post has the type of its content, and the name of its file is not its title', async () => {
  const { id: content_stream_id } = await aStream(server, 'image');
  const upload = { field: 'stream', name: 'IMG_2041.png', bytes: await aPicture('png', { width: 64, height: 64 }) };
  await server.upload('stream', { content_stream_id }, upload);
  const file = await db.pool.query<{ file_id: string }>('select file_id from items where stream_id = $1', [
    content_stream_id,
  ]);
  const draft = await aDraft({ words: '', file_id: file.rows[0]?.file_id ?? null });
  assert.equal(draft.type, 'image');
  const shown = await server.ask('fetch-post', { draft_id: draft.draft_id });
  assert.deepEqual([shown.title, shown.file?.kind, shown.file?.name], ['', 'image', 'IMG 2041']);
  const text = await server.ask('save-post', {
    ...first({ words: 'Only words' }),
    save_key: undefined,
    draft_id: draft.draft_id,
    version: draft.version,
  });
  assert.equal(text.type, 'text');
});

test('streams and their counts leave single posts out, schedules show both', async () => {
  const { streams } = { streams: await server.ask('fetch-streams', {}) };
  await server.ask('schedule-post', plan(await aDraft()));
  await aDraft();
  assert.equal((await server.ask('fetch-streams', {})).total, streams.total);
  const posts = await server.ask('fetch-schedulers', { kind: 'post' });
  assert.ok(posts.items.length > 0 && posts.items.every((row) => row.content_stream.kind === 'post'));
  assert.equal((await server.ask('fetch-schedulers', { kind: 'stream' })).total, 0);
});

test('a second item, or a second schedule, makes the stream of a post a content stream', async () => {
  const draft = await aDraft();
  const { schedule_id } = await server.ask('schedule-post', plan(draft));
  const { schedule } = await server.ask('fetch-scheduler', { id: schedule_id });
  await server.ask('text-stream', {
    content_stream_id: schedule.content_stream.id,
    description: JSON.stringify([{ value: 'Second' }]),
  });
  const made = await server.ask('fetch-scheduler', { id: schedule_id });
  assert.equal(made.schedule.content_stream.kind, 'stream');
  const other = await server.ask('schedule-post', plan(await aDraft()));
  await server.ask('reschedule', { id: other.schedule_id, re_purpose: 1, version: schedule.version }).catch(() => null);
  const shown = await server.ask('fetch-scheduler', { id: other.schedule_id });
  await server.ask('reschedule', { id: other.schedule_id, re_purpose: 1, version: shown.schedule.version });
  const repeats = await server.ask('fetch-scheduler', { id: other.schedule_id });
  assert.equal(repeats.schedule.content_stream.kind, 'stream');
});

test('a file of another agency, and a client of another agency for a stream, are not found', async () => {
  const as = await anotherAgency(db);
  const theirs = await aClient(db, as, { name: 'Elsewhere' });
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, content_type, size_bytes, sha256, kind)
     values ($1, 'theirs.png', 'image/png', 1, '', 'image') returning id`,
    [as.agencyId],
  );
  const file = rows[0]?.id ?? '';
  assert.equal((await server.call('save-post', first({ file_id: file }))).code, 404);
  const check = { client_id: client.id, account_ids: [account], file_id: file, when: null };
  assert.equal((await server.call('check-post', check)).code, 404);
  const stream = { type: 'text', title: 'T', description: 'D', client_id: theirs.id } as const;
  assert.equal((await server.call('content-stream', stream)).code, 404);
});

test('a stream for one client that is scheduled for another is for any client', async () => {
  const other = await aClient(db, owner, { name: 'Other' });
  const feed = await anAccount(server, other, 'telegram', 'of-other');
  const [stream] = await server.ask('content-stream', {
    type: 'text',
    title: 'Shared',
    description: 'D',
    client_id: client.id,
  });
  const content_stream_id = stream?.id ?? '';
  await server.ask('text-stream', { content_stream_id, description: JSON.stringify([{ value: 'W' }]) });
  const reply = await server.call('save-scheduler', {
    user_client_id: other.id,
    content_stream_id,
    social_accounts: [feed],
    schedule_date: '2026-06-10',
    hours: '9',
    minutes: '0',
    timezone: 'UTC',
    re_purpose: 0,
  });
  assert.deepEqual([reply.code, reply.message], [200, messages.scheduledForAny]);
  assert.equal((await server.ask('fetch-stream', { id: content_stream_id })).stream.client_id, null);
});

test("files' names as titles of waiting posts are counted, left out, and asked about once", async () => {
  const { id: content_stream_id } = await aStream(server, 'image');
  const upload = { field: 'stream', name: 'DSC_0042.png', bytes: await aPicture('png', { width: 66, height: 64 }) };
  await server.upload('stream', { content_stream_id, description: 'Words' }, upload);
  // As rows of before the mark are.
  await db.pool.query('update items set title_from_file = false where stream_id = $1', [content_stream_id]);
  await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id,
    social_accounts: [account],
    schedule_date: '2026-06-11',
    hours: '9',
    minutes: '0',
    timezone: 'UTC',
    re_purpose: 0,
  });
  assert.equal((await server.ask('fetch-file-titles', {})).posts, 1);
  assert.deepEqual(await server.ask('settle-file-titles', { answer: 'leave-out' }), { posts: 1, asked_again: 0 });
  const { items } = await server.ask('fetch-stream', { id: content_stream_id });
  assert.deepEqual(
    items.map((item) => [item.title, item.title_from_file]),
    [['DSC 0042', true]],
  );
  assert.equal((await server.ask('fetch-file-titles', {})).posts, 0);
});
