/** `upload-file`: what it accepts and refuses, and what it measures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { findFfmpeg } from '../../base/media/index.ts';
import { aPicture } from '../streams/testing.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer();
const png = await aPicture('png');
const dir = mkdtempSync(join(tmpdir(), 'upload-file-'));
const ffmpeg = await findFfmpeg(null);

/** A tone of this length in seconds, in the format of its name. */
function aTone(name: string, seconds: number): Buffer {
  const path = join(dir, name);
  execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', `sine=d=${seconds}`, '-y', path]);
  return readFileSync(path);
}
const upload = (type: string, name: string, bytes: Buffer) =>
  server.upload('upload-file', { file_type: type }, { field: 'file', name, bytes });

/** A WAV whose header claims 4 GB. */
function endless(wav: Buffer): Buffer {
  const copy = Buffer.from(wav);
  copy.writeUInt32LE(0xffffffff, 4);
  copy.writeUInt32LE(0xffffffff, copy.indexOf('data') + 4);
  return copy;
}

test('a picture is stored once, whatever its name and purpose', async () => {
  const bytes = await aPicture('png', { width: 300, height: 200 });
  const [first, second] = [await upload('image', 'one.png', bytes), await upload('watermark', 'two.png', bytes)];
  assert.ok(first.status && second.status);
  assert.equal(first.message, messages.uploaded);
  const { kind, width, height, duration_ms: durationMs, peaks } = first.data;
  assert.deepEqual([kind, width, height, durationMs, peaks], ['image', 300, 200, null, null]);
  assert.deepEqual(second.data, first.data);
  const { rows } = await server.db.pool.query('select from files');
  assert.equal(rows.length, 1);
  const other = await anotherAgency(server.db);
  const theirs = await server.upload(
    'upload-file',
    { file_type: 'image' },
    { field: 'file', name: 'a.png', bytes },
    { as: other },
  );
  assert.ok(theirs.status && theirs.data.url !== first.data.url, 'another agency has its own file');
});

test('music is measured: length, loudness and waveform', async () => {
  for (const name of ['tone.mp3', 'tone.wav']) {
    const reply = await upload('music', name, aTone(name, 2));
    assert.ok(reply.status, reply.message);
    const { kind, duration_ms: durationMs, peaks, thumb } = reply.data;
    assert.deepEqual([kind, thumb], ['audio', null]);
    assert.ok(durationMs !== null && Math.abs(durationMs - 2000) < 60, `${durationMs}`);
    assert.ok(peaks !== null && peaks.length >= 400 && peaks.length <= 2000 && Math.max(...peaks) > 10);
    const {
      rows: [row],
    } = await server.db.pool.query<{ loudness_lufs: number }>('select loudness_lufs from files where id = $1', [
      reply.data.id,
    ]);
    assert.ok(row && row.loudness_lufs < -10 && row.loudness_lufs > -40);
    const served = await server.send(reply.data.url);
    assert.match(served.headers.get('content-type') ?? '', /^audio\/(mpeg|wav)$/);
  }
});

test('a WAV whose header claims 4 GB gets its real length', async () => {
  const reply = await upload('music', 'endless.wav', endless(aTone('second.wav', 1)));
  assert.ok(reply.status, reply.message);
  assert.ok(Math.abs((reply.data.duration_ms ?? 0) - 1000) < 60);
});

test('music that is longer than an hour is refused by its header', async () => {
  /** Silence of a hundred samples a second. */
  const slow = (hours: number): Buffer => {
    const wav = Buffer.concat([aTone('slow.wav', 1).subarray(0, 44), Buffer.alloc(360_000 * hours, 0x80)]);
    wav.writeUInt32LE(wav.length - 8, 4);
    wav.write('fmt ', 12, 'latin1');
    wav.writeUInt32LE(16, 16);
    wav.writeUInt32LE(100, 24);
    wav.writeUInt32LE(100, 28);
    wav.writeUInt16LE(1, 32);
    wav.writeUInt16LE(8, 34);
    wav.write('data', 36, 'latin1');
    wav.writeUInt32LE(wav.length - 44, 40);
    return wav;
  };
  const reply = await upload('music', 'slow.wav', slow(25));
  assert.equal(reply.message, messages.musicTooLong);
});

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const noise = (size: number): Buffer => Buffer.alloc(size, 7);
const { invalidFileType, invalidMusicType, imageTooLarge, musicTooLarge } = messages;

for (const [what, type, name, bytes, code, message] of [
  ['an empty picture', 'image', 'a.png', Buffer.alloc(0), 422, invalidFileType],
  ['empty music', 'music', 'a.mp3', Buffer.alloc(0), 422, invalidMusicType],
  ['an SVG named as a PNG', 'logo', 'a.png', Buffer.from('<svg onload="alert(1)"/>'), 422, invalidFileType],
  ['a GIF', 'image', 'a.gif', gif, 422, invalidFileType],
  ['HEIC', 'image', 'a.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 422, invalidFileType],
  ['a picture as music', 'music', 'a.mp3', png, 422, invalidMusicType],
  ['music as a picture', 'image', 'a.png', aTone('short.mp3', 1), 422, invalidFileType],
  [
    'a picture of 5,000,001 bytes',
    'image',
    'a.png',
    Buffer.concat([png, noise(5_000_001 - png.length)]),
    413,
    imageTooLarge,
  ],
  ['a picture of 11 MB', 'watermark', 'a.png', Buffer.concat([png, noise(11_000_000)]), 413, imageTooLarge],
  [
    'music of 10,000,000 bytes',
    'music',
    'a.wav',
    Buffer.concat([aTone('b.wav', 1), noise(10_000_000)]),
    413,
    musicTooLarge,
  ],
  [
    'noise that begins like music',
    'music',
    'a.mp3',
    Buffer.concat([Buffer.from('ID3'), noise(5000)]),
    422,
    messages.unreadableMusic,
  ],
] as const)
  test(`${what} is refused with the message for its purpose, and leaves nothing behind`, async () => {
    const count = async () => (await server.db.pool.query('select from files')).rows.length;
    const before = await count();
    const reply = await upload(type, name, Buffer.from(bytes));
    assert.deepEqual([reply.status, reply.code, reply.message], [false, code, message]);
    assert.equal(await count(), before);
  });

test('the field for the type may come after the file', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(11_000_000)]), 'a.mp3');
  form.append('file_type', 'music');
  const response = await server.send('/api/upload-file', {
    method: 'POST',
    body: form,
    headers: { authorization: server.owner.token },
  });
  assert.match(await response.text(), /Max Uploaded Size for music 10MB/);
});

test('a download has the name of the file and may be partial; others’ files are not found', async () => {
  const reply = await upload('image', 'Größe 1.png', await aPicture('png', { width: 31, height: 20 }));
  assert.ok(reply.status);
  const get = (url: string, headers: Record<string, string> = {}, token = server.owner.token) =>
    fetch(`${server.url}/api/download-file?url=${encodeURIComponent(url)}`, {
      headers: { authorization: token, ...headers },
    });
  const whole = await get(reply.data.url);
  assert.equal((await whole.arrayBuffer()).byteLength, reply.data.size_bytes);
  assert.equal(
    whole.headers.get('content-disposition'),
    `attachment; filename="Gr__e 1.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.png`,
  );
  const part = await get(reply.data.url, { range: 'bytes=0-3' });
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 4]);
  const other = await anotherAgency(server.db);
  assert.equal((await get(reply.data.url, {}, other.token)).status, 404);
  assert.equal((await get('http://169.254.169.254/latest')).status, 404);
  assert.equal((await get('/files/../secret')).status, 404);
  assert.equal((await fetch(`${server.url}/api/download-file?url=${reply.data.url}`)).status, 401);
});
