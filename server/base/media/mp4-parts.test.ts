import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { aVideo } from '../../content/streams/testing.ts';
import { judgeMp4 } from './mp4-parts.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-mp4-'));
afterAll(() => rmSync(dir, { recursive: true }));
const judged = async (bytes: Buffer) => {
  const path = join(dir, 'video.mp4');
  writeFileSync(path, bytes);
  return judgeMp4(path);
};

const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'aac'];
const videos: Readonly<Record<string, Buffer>> = {
  'index last': await aVideo(),
  'index first': await aVideo({ args: [...h264, '-movflags', '+faststart'] }),
  'sound and pictures': await aVideo({ args: [...sound, ...h264, '-movflags', '+faststart'] }),
  fragments: await aVideo({ args: [...h264, '-movflags', 'frag_keyframe+empty_moov', '-g', '5'] }),
};

/** The offset of a box of this type; its size comes first. */
const boxAt = (video: Buffer, type: string): number => video.indexOf(type, 0, 'latin1') - 4;

for (const [title, video] of Object.entries(videos)) {
  test(`a complete video is whole: ${title}`, async () => {
    assert.equal(await judged(video), 'whole');
    assert.equal(await judged(Buffer.concat([video, Buffer.alloc(1000)])), 'whole');
  });

  test(`a truncated video is cut: ${title}`, async () => {
    // Fragments end with a list of their offsets, which a complete video does not need.
    const [data, end] = [boxAt(video, 'mdat'), title === 'fragments' ? boxAt(video, 'mfra') : video.length];
    for (const kept of [data + 9, Math.floor((data + end) / 2), end - 1])
      assert.equal(await judged(video.subarray(0, kept)), 'cut', `${kept} of ${video.length} bytes`);
  });
}

test('a data box without a size is checked against the index', async () => {
  const video = Buffer.from(videos['index first'] ?? assert.fail());
  video.writeUInt32BE(0, boxAt(video, 'mdat'));
  assert.equal(await judged(video), 'whole');
  assert.equal(await judged(video.subarray(0, video.length - 20)), 'cut');
});

test('a video without an index, or with only a header, is cut', async () => {
  const video = videos['index last'] ?? assert.fail();
  assert.equal(await judged(video.subarray(0, boxAt(video, 'moov'))), 'cut');
  assert.equal(await judged(video.subarray(0, boxAt(video, 'mdat'))), 'cut');
});

test('a video without its data is cut', async () => {
  const video = videos['index first'] ?? assert.fail();
  assert.equal(await judged(video.subarray(0, boxAt(video, 'mdat'))), 'cut');
});

test('bytes that are not a box, and a table longer than its box, are left to the decoder', async () => {
  const video = Buffer.from(videos['index first'] ?? assert.fail());
  assert.equal(
    await judged(Buffer.concat([video.subarray(0, boxAt(video, 'moov')), Buffer.alloc(2000, 7)])),
    'unclear',
  );
  const lying = Buffer.from(video);
  lying.writeUInt32BE(0x7fffffff, boxAt(video, 'stco') + 12);
  lying.writeUInt32BE(0x7fffffff, boxAt(video, 'stsz') + 16);
  assert.equal(await judged(lying), 'unclear');
});
