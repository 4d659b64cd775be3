import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { aVideo } from '../streams/testing.ts';
import { judgeMp4 } from './mp4-parts.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-mp4-'));
after(() => rmSync(dir, { recursive: true }));
const judged = async (bytes: Buffer) => {
  const path = join(dir, 'film.mp4');
  writeFileSync(path, bytes);
  return judgeMp4(path);
};

const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'aac'];
const films: Readonly<Record<string, Buffer>> = {
  'index last': await aVideo(),
  'index first': await aVideo({ args: [...h264, '-movflags', '+faststart'] }),
  'sound beside the pictures': await aVideo({ args: [...sound, ...h264, '-movflags', '+faststart'] }),
  fragments: await aVideo({ args: [...h264, '-movflags', 'frag_keyframe+empty_moov', '-g', '5'] }),
};

/** Where a box of that type begins: its size stands there. */
const boxAt = (film: Buffer, type: string): number => film.indexOf(type, 0, 'latin1') - 4;

for (const [title, film] of Object.entries(films)) {
  test(`a film is whole: ${title}`, async () => {
    assert.equal(await judged(film), 'whole');
    assert.equal(await judged(Buffer.concat([film, Buffer.alloc(1000)])), 'whole');
  });

  test(`a film that lost its end is cut: ${title}`, async () => {
    // Fragments end with a list of where they are, which is no part of the film.
    const [data, end] = [boxAt(film, 'mdat'), title === 'fragments' ? boxAt(film, 'mfra') : film.length];
    for (const kept of [data + 9, Math.floor((data + end) / 2), end - 1])
      assert.equal(await judged(film.subarray(0, kept)), 'cut', `${kept} of ${film.length} bytes`);
  });
}

test('the index is held against the data where the data goes to the end of the file by its head', async () => {
  const film = Buffer.from(films['index first'] ?? assert.fail());
  film.writeUInt32BE(0, boxAt(film, 'mdat'));
  assert.equal(await judged(film), 'whole');
  assert.equal(await judged(film.subarray(0, film.length - 20)), 'cut');
});

test('a film without an index, or of a head alone, is cut', async () => {
  const film = films['index last'] ?? assert.fail();
  assert.equal(await judged(film.subarray(0, boxAt(film, 'moov'))), 'cut');
  assert.equal(await judged(film.subarray(0, boxAt(film, 'mdat'))), 'cut');
});

test('a film of which only the data is gone is cut', async () => {
  const film = films['index first'] ?? assert.fail();
  assert.equal(await judged(film.subarray(0, boxAt(film, 'mdat'))), 'cut');
});

test('bytes that are no box, and a table longer than its box, are left to the decoder', async () => {
  const film = Buffer.from(films['index first'] ?? assert.fail());
  assert.equal(await judged(Buffer.concat([film.subarray(0, boxAt(film, 'moov')), Buffer.alloc(2000, 7)])), 'unclear');
  const lying = Buffer.from(film);
  lying.writeUInt32BE(0x7fffffff, boxAt(film, 'stco') + 12);
  lying.writeUInt32BE(0x7fffffff, boxAt(film, 'stsz') + 16);
  assert.equal(await judged(lying), 'unclear');
});
