import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { whenDone } from '#db/testing-ends.ts';
import { makeFit } from '../media/fit.ts';
import { isNoRoom, NoRoom } from './room.ts';
import { aStream, aVideo } from '../../content/streams/testing.ts';
import { aBucket } from '../../app/testing/bucket.ts';
import { aServer, type TestServer } from '../../app/testing/server.ts';

const clock = { now: new Date('2026-06-01T12:00:00Z') };
const noise = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
  .png()
  .toBuffer();
const unlimited = {
  gapSeconds: 0,
  parallel: 1,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
} as const;
const full = [503, { status: false, message: messages.noRoom }];
const well = [200, { status: true, message: '' }];

async function healthOf(server: TestServer): Promise<unknown[]> {
  const reply = await server.send('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  return [reply.status, await reply.json()];
}

async function uploaded(server: TestServer, streamId: string): Promise<[number, string]> {
  const { code, message } = await server.upload(
    'stream',
    { content_stream_id: streamId },
    { field: 'stream', name: 'photo.png', bytes: noise },
  );
  return [code, message];
}

/** Mounts a small file system; null if this process may not mount one. */
function aSmallDisk(megabytes: number): string | null {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    rmSync(dir, { recursive: true });
    return null;
  }
  whenDone(() => {
    execFileSync('umount', ['-l', dir]);
    rmSync(dir, { recursive: true });
  });
  return dir;
}

/** Fills the file system up to a number of free bytes. */
function fillUp(dir: string, freeBytes: number): void {
  const filler = join(dir, 'filler');
  writeFileSync(filler, '');
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
  truncateSync(filler, bavail * bsize - freeBytes);
}

/** Every file below a folder. */
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

test('a full disk is reported by the upload, the health check and the log, and leaves nothing behind', async (t) => {
  const dataDir = aSmallDisk(80);
  if (dataDir === null) return t.skip('this process may not mount a small file system');
  const server = await aServer({ config: { dataDir }, clock: () => clock.now });
  const stream = await aStream(server, 'image');
  const leave = (bytes: number): void => {
    fillUp(dataDir, bytes);
  };
  assert.deepEqual(await healthOf(server), well);

  // No space for the received file; space for it, but not for the stored copy.
  for (const bytes of [100_000, Math.floor(noise.length * 1.5)]) {
    leave(bytes);
    assert.deepEqual(await uploaded(server, stream.id), [507, messages.noRoom], `${bytes} bytes free`);
    assert.deepEqual(filesIn(dataDir), ['filler']);
    assert.deepEqual(await healthOf(server), full);
  }
  assert.ok(server.log.some((line) => line.includes(`"means":"${messages.noRoom}"`) && line.includes('"level":50')));
  assert.deepEqual((await server.ask('fetch-stream', { id: stream.id })).items, []);

  rmSync(join(dataDir, 'filler'));
  assert.deepEqual(await uploaded(server, stream.id), [200, messages.uploaded]);
  assert.deepEqual(await healthOf(server), full);
  clock.now = new Date(clock.now.getTime() + 60_000);
  assert.deepEqual(await healthOf(server), well);
  leave(40_000_000);
  assert.deepEqual(await healthOf(server), full);
});

test('a video that runs out of space while it is re-encoded is not reported as damaged', async (t) => {
  const dataDir = aSmallDisk(4);
  if (dataDir === null) return t.skip('this process may not mount a small file system');
  const {
    owner,
    services: { db, storage, config },
  } = await aServer();
  const video = await aVideo({ args: ['-c:v', 'mpeg4'] });
  const file = {
    agencyId: owner.agencyId,
    name: 'video.mp4',
    contentType: 'video/mp4',
    sizeBytes: video.length,
    width: 320,
    height: 240,
    durationMs: 2000,
  };
  await storage.put(file.name, video, file);
  const {
    rows: [row],
  } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256)
      values ($1, $2, 'video', 'video/mp4', $3, '') returning id`,
    [file.agencyId, file.name, video.length],
  );
  fillUp(dataDir, video.length + 4096);
  const network = { id: 'twitter', limits: { ...unlimited, media: { videoCodecs: ['h264'] } } } as const;
  const fitting = makeFit(
    { db, storage, config: { ...config, dataDir } },
    { ...file, fileId: row?.id ?? '' },
    { network, signal: new AbortController().signal },
  );
  await assert.rejects(fitting, isNoRoom);
  assert.deepEqual((await db.pool.query('select from media_fits')).rows, []);
  assert.deepEqual(filesIn(dataDir), ['filler']);
});

test('a full bucket is reported with the same message as a full disk', async () => {
  const bucket = await aBucket();
  bucket.failing = (method) => (method === 'PUT' ? { status: 507 } : undefined);
  const server = await aServer({ config: { s3: bucket.settings } });
  assert.deepEqual(await healthOf(server), well);
  assert.deepEqual(await uploaded(server, (await aStream(server, 'image')).id), [507, messages.noRoom]);
  assert.deepEqual(await healthOf(server), full);
});

test('lack of space is recognised by error codes of the system and of PostgreSQL, also in an error’s cause', () => {
  const coded = (code: string): Error => Object.assign(new Error('failed'), { code });
  for (const error of [
    new NoRoom(),
    coded('ENOSPC'),
    coded('EDQUOT'),
    coded('53100'),
    new Error('failed', { cause: coded('ENOSPC') }),
  ])
    assert.ok(isNoRoom(error));
  for (const error of [new Error('failed'), coded('ENOENT'), 'ENOSPC', null]) assert.ok(!isNoRoom(error));
});
