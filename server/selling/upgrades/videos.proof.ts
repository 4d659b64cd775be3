/** Commercials, video posts and picture posts: their sources, and their archives. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, test } from 'vitest';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { probeMedia } from '#render/ffmpeg/media.ts';
import { pieceOf } from '#generated/music/piece.ts';
import { openSources } from '#sources/open.ts';
import { isActor } from '#sources/emoji/emoji.ts';
import { pictureOf } from '#generated/pictures/draw.ts';
import { writers } from './make-upgrade.job.ts';
import { makeFile } from './making/make.ts';
import { projectIn, wordsIn } from './making/videos.ts';
import type { Making } from './making/means.ts';
import { panelsOf, type Material } from './manifest.ts';
import { entriesOf } from './testing-archive.ts';
import { partsOf } from './version.ts';

const dir = mkdtempSync(join(tmpdir(), 'commercials-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const materialOf = (id: string): Material => {
  const found = panelsOf(dir)
    .flatMap(({ materials }) => materials)
    .find((each) => each.id === id);
  assert.ok(found, id);
  return found;
};
const making = (folder: string): Making => ({
  writers,
  dir: mkdtempSync(join(dir, folder)),
  year: 2026,
  sources: openSources({
    http: { send: () => Promise.reject(new Error('no outbound requests')) },
    remotes: [],
  }),
  ffmpegPath: null,
  signal: new AbortController().signal,
  onProgress: async () => {},
});

for (const [id, least] of [
  ['commercials', 15],
  ['video-posts', 9],
] as const)
  test(`${id} are six videos of ${least} seconds or more, of shipped pictures and music`, async () => {
    const { folder: root, source } = materialOf(id);
    const folder = join(root, source);
    const names = readdirSync(folder);
    assert.equal(names.length, 6);
    for (const name of names) {
      const { tiles, music } = await projectIn(join(folder, name));
      const seconds = tiles.reduce((sum, tile) => sum + tile.seconds, 0);
      assert.ok(seconds >= least, `${name}: ${seconds} s`);
      for (const { media, text } of tiles) {
        assert.ok(
          media.kind === 'image' && pictureOf(media.file, isActor) !== undefined,
          `${name}: ${JSON.stringify(media)}`,
        );
        assert.ok(text.length > 5 && text.length < 90, `${name}: ${text}`);
      }
      const piece = pieceOf(music?.file ?? '');
      assert.ok(piece && piece.seconds >= seconds, `${name}: its music ends before it`);
    }
  });

test('an archive holds a video of each text, with sound, and is the same each time', async () => {
  const source = join(dir, 'videos');
  mkdirSync(source);
  const slide = { picture: 'gradient.mint.0000a001', seconds: 1, transition: 'none', position: 'center' };
  const slides = [
    { ...slide, text: 'One' },
    { ...slide, text: 'Two' },
  ];
  writeFileSync(join(source, 'short.json'), JSON.stringify({ title: 'Short', music: 'calm.0000a001.4', slides }));
  const made = async (name: string): Promise<Buffer> => {
    const material: Material = { id: 'short', title: 'Short', source: 'videos', makes: 'zip of mp4', folder: dir };
    const path = await makeFile(material, making(name));
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

test('thirty picture posts are thirty pictures, no two alike', async () => {
  const path = await makeFile(materialOf('image-posts'), making('pictures'));
  const pictures = [...(await entriesOf(readFileSync(path))).values()];
  assert.equal(pictures.length, 30);
  assert.equal(new Set(pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex'))).size, 30);
  const { width, height } = await sharp(pictures[0]).metadata();
  assert.deepEqual([width, height], [1080, 1080]);
});

for (const id of ['motivational-videos', 'fitness-videos'])
  test(`${id} are ten videos ready to post: short, square, of shipped pictures and music`, async () => {
    const parts = partsOf(materialOf(id));
    assert.equal(parts.length, 10);
    const said = new Set<string>();
    for (const { folder, source } of parts) {
      const path = join(folder, source);
      const { ratio, tiles, music } = await projectIn(path);
      const { title, description } = await wordsIn(path);
      const seconds = tiles.reduce((sum, tile) => sum + tile.seconds, 0);
      assert.ok(ratio === '1:1' && seconds >= 9 && seconds <= 30, `${source}: ${ratio}, ${seconds} s`);
      assert.ok(title.length > 5 && description.length > 20, source);
      for (const { media, text } of tiles) {
        assert.ok(
          media.kind === 'image' && pictureOf(media.file, isActor) !== undefined,
          `${source}: ${JSON.stringify(media)}`,
        );
        assert.ok(!said.has(text) && text.length < 90, `${source}: ${text}`);
        said.add(text);
      }
      assert.ok((pieceOf(music?.file ?? '')?.seconds ?? 0) >= seconds, `${source}: its music ends before it`);
    }
  });

test('the how-to video of the website says what to do on every slide', async () => {
  const { folder, source } = materialOf('website-how-to');
  const { tiles, captions, music } = await projectIn(join(folder, source));
  assert.ok(captions && tiles.length >= 8);
  for (const { media } of tiles) assert.ok(media.kind === 'image' && pictureOf(media.file, isActor) !== undefined);
  assert.ok(pieceOf(music?.file ?? '') !== undefined);
});
