/** The commercials: what is written down of them, and an archive of videos. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { probeMedia } from '#render/ffmpeg/media.ts';
import { pieceOf } from '#sources/music/music.ts';
import { openSources } from '#sources/open.ts';
import { pictureOf } from '#sources/pictures/draw.ts';
import { writers } from './make-upgrade.job.ts';
import { makeFile } from './making/make.ts';
import { projectIn } from './making/videos.ts';
import { panelsOf } from './manifest.ts';
import { entriesOf } from './testing-archive.ts';

const dir = mkdtempSync(join(tmpdir(), 'commercials-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const material = panelsOf(dir)
  .flatMap(({ materials }) => materials)
  .find(({ id }) => id === 'commercials');
assert.ok(material);
const folder = join(material.folder, material.source);

test('there are six commercials of 15 seconds or more, of pictures and music that ship', async () => {
  const names = readdirSync(folder);
  assert.equal(names.length, 6);
  for (const name of names) {
    const { tiles, music } = await projectIn(join(folder, name));
    const seconds = tiles.reduce((sum, tile) => sum + tile.seconds, 0);
    assert.ok(seconds >= 15, `${name}: ${seconds} s`);
    for (const { media, text } of tiles) {
      assert.ok(media.kind === 'image' && pictureOf(media.file) !== undefined, `${name}: ${JSON.stringify(media)}`);
      assert.ok(text.length > 5 && text.length < 90, `${name}: ${text}`);
    }
    const piece = pieceOf(music?.file ?? '');
    assert.ok(piece && piece.seconds >= seconds, `${name}: its music ends before it`);
  }
});

test('an archive holds a video of each text, as long as its slides, with sound, and the same one each time', async () => {
  const source = join(dir, 'videos');
  mkdirSync(source);
  const slide = { picture: 'gradient.mint.0000a001', seconds: 1, transition: 'none', position: 'center' };
  const slides = [
    { ...slide, text: 'One' },
    { ...slide, text: 'Two' },
  ];
  writeFileSync(join(source, 'short.json'), JSON.stringify({ title: 'Short', music: 'calm.0000a001.4', slides }));
  const made = async (name: string): Promise<Buffer> => {
    const path = await makeFile(
      { id: 'short', title: 'Short', source: 'videos', makes: 'zip of mp4', folder: dir },
      {
        writers,
        dir: mkdtempSync(join(dir, name)),
        year: 2026,
        sources: openSources({
          http: { send: () => Promise.reject(new Error('nothing is asked outside')) },
          remotes: [],
        }),
        ffmpegPath: null,
        signal: new AbortController().signal,
        onProgress: async () => {},
      },
    );
    return readFileSync(path);
  };
  const [first, second] = [await made('first'), await made('second')];
  assert.ok(first.equals(second), 'the bytes differ');
  const video = (await entriesOf(first)).get('short.mp4');
  assert.ok(video);
  const path = join(dir, 'short.mp4');
  writeFileSync(path, video);
  const facts = await probeMedia(await findFfmpeg(null), path);
  assert.deepEqual(facts, {
    demuxer: 'mov',
    seconds: 2,
    sounds: 1,
    video: { width: 1280, height: 720, codec: 'h264' },
  });
});
