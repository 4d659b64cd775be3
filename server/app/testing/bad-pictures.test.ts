/** Unsuitable pictures, through every way by which a picture can be sent. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { startSources } from '../../../sandbox/sources/server.ts';
import { rightKey } from '../../../sandbox/sources/vendor.ts';
import { aBomb } from '../../base/media/testing-pictures.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';
import { announced, sendPiece } from '../../content/uploads/testing.ts';
import { aServer } from './server.ts';

const [png, jpeg] = [await aPicture('png'), await aPicture('jpeg')];
const files = { jpg: jpeg, jpeg };
const vendors = await startSources({ matching: 45, files });
afterAll(() => vendors.close());
const server = await aServer({
  config: {
    sources: [{ id: 'pexels', key: rightKey, baseUrl: `${vendors.url.origin}/pexels` }],
    allowPrivateHosts: [vendors.url.host],
  },
});
const { db, owner, services } = server;
await db.pool.query(`update users set membership = 'dfy__enterprise__unlimited' where id = $1`, [owner.id]);
const pictures = await aStream(server, 'image');

type Answer = { code: number; message: string };
type Words = { type: string; tooLarge: string };
type Way = { send: (name: string, bytes: Buffer) => Promise<Answer>; words: Words };

const usual = { type: messages.invalidFileType, tooLarge: messages.imageTooLarge };
const upload = (type: 'image' | 'logo' | 'watermark'): Way => ({
  send: (name, bytes) => server.upload('upload-file', { file_type: type }, { field: 'file', name, bytes }),
  words: usual,
});

/** Sends a file in pieces, as a browser that does not check it first. */
async function inPieces(name: string, bytes: Buffer): Promise<Answer> {
  const reply = await server.call('begin-upload', { file_type: 'image', ...announced(name, bytes) });
  if (!reply.status) return reply;
  const { id } = reply.data;
  for (let number = 0; number * 4_000_000 < bytes.length; number += 1) await sendPiece(server, { id, bytes, number });
  return server.call('finish-upload', { id });
}

/** Copies a search result whose file at the source is this one. */
async function fromSource(bytes: Buffer): Promise<Answer> {
  const [result] = await server.ask('search-media', { keyword: 'sky', search_type: 'image' });
  const url = result && 'thumb' in result ? result.image : '';
  Object.assign(files, { jpg: bytes, jpeg: bytes });
  return server.call('push-to-content-stream', { content_stream_id: pictures.id, url });
}

const ways: Readonly<Record<string, Way>> = {
  'a content stream': {
    send: (name, bytes) =>
      server.upload('stream', { content_stream_id: pictures.id }, { field: 'stream', name, bytes }),
    words: { type: messages.invalidFileType, tooLarge: messages.streamFileTooLarge },
  },
  'the library': upload('image'),
  'a logo of a video': upload('logo'),
  'a watermark': upload('watermark'),
  'an upload in pieces': { send: inPieces, words: usual },
  'the picture of a design': {
    send: (name, bytes) =>
      server.upload(
        'save-thumbnail',
        { name: 'Poster', data: JSON.stringify({ version: 1 }) },
        { field: 'thumbnail', name, bytes },
      ),
    words: usual,
  },
  'the picture of a person': {
    send: (name, bytes) => server.upload('change-image', { user_id: owner.id }, { field: 'file', name, bytes }),
    words: usual,
  },
  'the logo of the agency': {
    send: (name, bytes) =>
      server.upload(
        'agency',
        { name: 'Agency', email: 'agency@example.test', site: '' },
        { field: 'logo', name, bytes },
      ),
    words: { type: messages.logoInvalidFileType, tooLarge: messages.imageTooLarge },
  },
  'the logo of a rebranding': {
    send: (name, bytes) => server.upload('wl-rebranding', { name: 'Brand' }, { field: 'logo', name, bytes }),
    words: { type: messages.logoInvalidFileType, tooLarge: messages.rebrandingTooLarge },
  },
};

const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(500)]);
const gif = await sharp([png, jpeg], { join: { animated: true } })
  .gif()
  .toBuffer();
const tooLarge = Buffer.concat([jpeg, Buffer.alloc(5_000_001 - jpeg.length)]);

const bad: readonly [title: string, name: string, bytes: Buffer, wordsOf: (words: Words) => string][] = [
  ['an empty file', 'a.png', Buffer.alloc(0), ({ type }) => type],
  ['5,000,001 bytes', 'a.jpg', tooLarge, (words) => words.tooLarge],
  ['100 million pixels', 'a.png', aBomb(10_000, 10_000), () => messages.tooManyPixels],
  ['an SVG', 'a.png', svg, ({ type }) => type],
  ['a HEIC', 'a.jpg', heic, ({ type }) => type],
  ['an animated GIF', 'a.png', gif, ({ type }) => type],
  ['half a picture', 'a.jpg', jpeg.subarray(0, jpeg.length / 2), () => messages.unreadableImage],
];

async function kept(): Promise<number> {
  const { rows } = await db.pool.query<{ rows: number }>(
    `select (select count(*) from files) + (select count(*) from items) + (select count(*) from designs)
       + (select count(*) from upload_pieces) as rows`,
  );
  return Number(rows[0]?.rows);
}

for (const [place, { send, words }] of Object.entries(ways))
  describe(`a picture for ${place}`, () => {
    for (const [title, name, bytes, wordsOf] of bad)
      test(`${title} is refused with a message, and leaves no file`, async () => {
        const before = await kept();
        const { code, message } = await send(name, bytes);
        assert.deepEqual([message, code >= 400 && code < 500], [wordsOf(words), true], String(code));
        assert.equal(await kept(), before);
      });

    test('a sideways CMYK picture is stored upright in RGB', async () => {
      const print = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c01010' } })
        .toColourspace('cmyk')
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 95 })
        .toBuffer();
      const reply = await send('print.jpg', print);
      assert.equal(reply.code, 200, reply.message);
      await assertUpright();
    });
  });

describe('a picture of a source', () => {
  for (const [title, , bytes] of bad.filter(([name]) => name !== '5,000,001 bytes'))
    test(`${title} from a source is refused with a message, and leaves no file`, async () => {
      const before = await kept();
      const { code, message } = await fromSource(bytes);
      assert.ok(code >= 400 && code < 500, `${code} ${message}`);
      assert.match(message, /^(The source |This kind of file cannot be used here|This picture )/);
      assert.equal(await kept(), before);
    });
});

/** The newest file is 40 px wide and 60 px high, or square, and in RGB. */
async function assertUpright(): Promise<void> {
  const { rows } = await db.pool.query<{ name: string }>('select name from files order by id desc limit 1');
  const stored = await services.storage.open(rows[0]?.name ?? '');
  const { width, height, space } = await sharp(
    await buffer(stored?.body ?? assert.fail('nothing is stored')),
  ).metadata();
  assert.ok(height >= width, `${width} × ${height}`);
  assert.equal(space, 'srgb');
}
