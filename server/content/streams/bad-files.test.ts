import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aBomb, chunksOf, pngOf } from '../../base/media/testing-pictures.ts';
import { aServer } from '../../app/testing/server.ts';
import { aPicture, aStream, aVideo } from './testing.ts';

const server = await aServer();
const streams = { image: await aStream(server, 'image'), video: await aStream(server, 'video') };
const [png, jpeg] = [await aPicture('png'), await aPicture('jpeg')];
const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
const [indexLast, indexFirst] = [await aVideo(), await aVideo({ args: [...h264, '-movflags', '+faststart'] })];
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(500)]);
const gif = await sharp([png, await aPicture('jpeg')], { join: { animated: true } })
  .gif()
  .toBuffer();
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

const upload = (type: keyof typeof streams, name: string, bytes: Buffer) =>
  server.upload('stream', { content_stream_id: streams[type].id }, { field: 'stream', name, bytes });

async function uploaded(name: string, bytes: Buffer): Promise<Buffer> {
  const reply = await upload('image', name, bytes);
  assert.ok(reply.status, reply.message);
  const { items } = await server.ask('fetch-stream', { id: streams.image.id });
  const stored = await server.services.storage.open((items.at(-1)?.stream ?? '').replace('/files/', ''));
  return buffer(stored?.body ?? assert.fail('nothing is stored'));
}

const refused: readonly [
  title: string,
  type: keyof typeof streams,
  name: string,
  bytes: Buffer,
  code: number,
  message: string,
][] = [
  ['an empty picture', 'image', 'photo.png', Buffer.alloc(0), 422, messages.invalidFileType],
  ['an empty video', 'video', 'clip.mp4', Buffer.alloc(0), 422, messages.invalidFileType],
  [
    'a picture of 5,000,001 bytes',
    'image',
    'photo.jpg',
    Buffer.concat([jpeg, Buffer.alloc(5_000_001 - jpeg.length)]),
    413,
    messages.streamFileTooLarge,
  ],
  ['a PNG of 100 million pixels', 'image', 'photo.png', aBomb(10_000, 10_000), 422, messages.tooManyPixels],
  ['a PNG of 1,600 million pixels', 'image', 'photo.png', aBomb(40_000, 40_000), 422, messages.tooManyPixels],
  ['a PNG with one row too many', 'image', 'photo.png', aBomb(10_000, 5001), 422, messages.tooManyPixels],
  [
    'an interlaced PNG of 50 million pixels that takes 8 bytes each',
    'image',
    'photo.png',
    aBomb(10_000, 5000, { deepInterlaced: true }),
    422,
    messages.pictureTooHeavy,
  ],
  [
    'a PNG with fewer pixels than its header states',
    'image',
    'photo.png',
    aBomb(10_000, 5000),
    422,
    messages.unreadableImage,
  ],
  [
    'a video without its index',
    'video',
    'clip.mp4',
    indexLast.subarray(0, indexLast.length - 300),
    422,
    messages.incompleteVideo,
  ],
  [
    'a video without its last pictures',
    'video',
    'clip.mp4',
    indexFirst.subarray(0, indexFirst.length - 300),
    422,
    messages.incompleteVideo,
  ],
  [
    'a video with only its first pictures',
    'video',
    'clip.mp4',
    indexFirst.subarray(0, indexFirst.length / 2),
    422,
    messages.incompleteVideo,
  ],
  ['an SVG', 'image', 'drawing.svg', svg, 422, messages.invalidFileType],
  ['an SVG named as a PNG', 'image', 'drawing.png', svg, 422, messages.invalidFileType],
  ['a HEIC', 'image', 'IMG_1.HEIC', heic, 422, messages.invalidFileType],
  ['a HEIC named as a JPEG', 'image', 'IMG_1.jpg', heic, 422, messages.invalidFileType],
  ['a HEIC named as a video', 'video', 'IMG_1.mp4', heic, 422, messages.invalidFileType],
  ['an animated GIF', 'image', 'party.gif', gif, 422, messages.invalidFileType],
  ['an animated GIF named as a PNG', 'image', 'party.png', gif, 422, messages.invalidFileType],
];
for (const [title, type, name, bytes, code, message] of refused) {
  test(`${title} is refused with a message`, async () => {
    const reply = await upload(type, name, bytes);
    assert.deepEqual([reply.code, reply.status, reply.message], [code, false, message]);
  });
}

test('a picture of 50 million pixels is accepted', async () => {
  const bytes = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: '#c96' } })
    .png()
    .toBuffer();
  assert.deepEqual(await uploaded('wide.png', bytes), bytes);
});

test('a video with 40 audio tracks is accepted', async () => {
  const sounds = ['-f', 'lavfi', '-i', 'sine=duration=2', '-map', '0:v'];
  const tracks = Array.from({ length: 40 }, () => ['-map', '1:a']).flat();
  const bytes = await aVideo({ args: [...sounds, ...tracks, ...h264, '-c:a', 'aac'] });
  const reply = await upload('video', 'concert.mp4', bytes);
  assert.ok(reply.status, reply.message);
  assert.equal(reply.data.title, 'concert');
});

test('only the picture is kept of a file that is a picture and something else', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const archive = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  for (const [name, picture, more] of [
    ['a.png', png, page],
    ['a.jpg', jpeg, archive],
    ['b.jpg', jpeg, png],
  ] as const) {
    assert.deepEqual(await uploaded(name, Buffer.concat([picture, more])), picture, name);
  }
});

test('camera metadata after the pixels of a PNG is removed as well', async () => {
  const noted = chunksOf(
    await sharp(png)
      .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .png()
      .toBuffer(),
  );
  const [notes, others] = [noted.filter(({ type }) => type === 'eXIf'), noted.filter(({ type }) => type !== 'eXIf')];
  assert.equal(notes.length, 1);
  const stored = await uploaded('late.png', pngOf([...others.slice(0, -1), ...notes, ...others.slice(-1)]));
  assert.deepEqual(
    chunksOf(stored).filter(({ type }) => type === 'eXIf'),
    [],
  );
});

test('a CMYK JPEG is converted to RGB', async () => {
  const print = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c01010' } })
    .toColourspace('cmyk')
    .jpeg({ quality: 95 })
    .toBuffer();
  assert.equal((await sharp(print).metadata()).space, 'cmyk');
  const stored = await uploaded('print.jpg', print);
  const { space, channels } = await sharp(stored).metadata();
  assert.deepEqual([space, channels], ['srgb', 3]);
  const [red = 0, green = 255, blue = 255] = await sharp(stored).raw().toBuffer();
  assert.ok(red > 180 && green < 40 && blue < 40, `${red} ${green} ${blue}`);
});

test('a picture is stored upright from any of the eight camera orientations', async () => {
  const upright = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#fff' } })
    .composite([{ input: { create: { width: 16, height: 16, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .png()
    .toBuffer();
  /**
   * The transformations from an upright picture to the stored pixels of each orientation, which is the opposite of what
   * the camera's value says.
   */
  const turn =
    (degrees: number) =>
    (picture: Sharp): Sharp =>
      picture.rotate(degrees);
  const flop = (picture: Sharp): Sharp => picture.flop();
  const written: Readonly<Record<number, readonly ((picture: Sharp) => Sharp)[]>> = {
    1: [],
    2: [flop],
    3: [turn(180)],
    4: [turn(180), flop],
    5: [turn(90), flop],
    6: [turn(270)],
    7: [turn(270), flop],
    8: [turn(90)],
  };
  for (const [orientation, steps] of Object.entries(written)) {
    let lying = upright;
    for (const step of steps) lying = await step(sharp(lying)).png().toBuffer();
    const stored = await uploaded(
      `${orientation}.png`,
      await sharp(lying)
        .withMetadata({ orientation: Number(orientation) })
        .png()
        .toBuffer(),
    );
    const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const greenAt = (x: number, y: number): number | undefined => data[(y * info.width + x) * 3 + 1];
    assert.deepEqual(
      [info.width, info.height, greenAt(4, 4), greenAt(60, 4), greenAt(4, 28)],
      [64, 32, 0, 255, 255],
      `orientation ${orientation}`,
    );
  }
});

test('profile pictures and logos are checked by the same header', async () => {
  const file = { name: 'me.png', bytes: aBomb(10_000, 10_000) };
  const picture = await server.upload('change-image', { user_id: server.owner.id }, { field: 'file', ...file });
  assert.deepEqual([picture.code, picture.message], [422, messages.tooManyPixels]);
  const logo = await server.upload(
    'agency',
    { name: 'Agency', email: 'agency@example.test', site: '' },
    { field: 'logo', ...file },
  );
  assert.deepEqual([logo.code, logo.message], [422, messages.tooManyPixels]);
});
