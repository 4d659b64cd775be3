import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { posterOf } from './poster.ts';

const server = await aServer();
const { db, storage } = server.services;

async function aVideoFile(
  state: 'waiting' | 'ready',
  thumbnail: Buffer | null,
): Promise<{ agencyId: string; fileId: string }> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, thumbnail_name, thumbnail_state)
    values ($1, $2, 'video', 'video/mp4', 10, '', $3, $4)
    returning id`,
    [server.owner.agencyId, `video-${state}.mp4`, thumbnail === null ? null : `thumb-${state}.webp`, state],
  );
  if (thumbnail !== null)
    await storage.put(`thumb-${state}.webp`, thumbnail, { contentType: 'image/webp', sizeBytes: thumbnail.length });
  return { agencyId: server.owner.agencyId, fileId: rows[0]?.id ?? '' };
}

test('a video’s thumbnail is sent as a JPEG', async () => {
  const webp = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#a0522d' } })
    .webp()
    .toBuffer();
  const poster = await posterOf({ db, storage }, await aVideoFile('ready', webp))();
  assert.equal(poster?.contentType, 'image/jpeg');
  const { format, width, height } = await sharp(poster?.bytes).metadata();
  assert.deepEqual([format, width, height], ['jpeg', 320, 180]);
});

test('a video without a thumbnail has no still picture', async () => {
  assert.equal(await posterOf({ db, storage }, await aVideoFile('waiting', null))(), null);
});
