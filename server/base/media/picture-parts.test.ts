import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { test } from 'vitest';
import { aPicture } from '../../content/streams/testing.ts';
import { chunksOf, pngOf, type Chunk } from './testing-pictures.ts';
import { dropPackedText, partsOf } from './picture-parts.ts';

const [png, jpeg] = [await aPicture('png'), await aPicture('jpeg')];
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
const withThumbnail = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from([0xff, 0xe1, 0, 12]),
  Buffer.from('Exif\0\0\xff\xd8\xff\xd9', 'latin1'),
  jpeg.subarray(2),
]);

const whole: readonly [title: string, bytes: Buffer][] = [
  ['a PNG', png],
  ['a JPEG', jpeg],
  ['a progressive JPEG', progressive],
  ['a JPEG with a thumbnail in its metadata', withThumbnail],
];
for (const [title, bytes] of whole) {
  test(`${title} ends at its own end, whatever bytes follow`, () => {
    assert.equal(partsOf(bytes).endsAt, bytes.length);
    for (const more of [Buffer.from('PK\x03\x04'), jpeg, png, Buffer.alloc(3, 0xff)])
      assert.equal(partsOf(Buffer.concat([bytes, more])).endsAt, bytes.length);
  });

  test(`${title} that is cut off has no end`, () => {
    for (let at = 1; at < 40; at += 1)
      assert.equal(partsOf(bytes.subarray(0, Math.floor((bytes.length * at) / 40))).endsAt, null);
  });
}

test('metadata is found before and after the pixels of a PNG', async () => {
  const noted = await sharp(png)
    .withExif({ IFD0: { Make: 'Camera' } })
    .png()
    .toBuffer();
  const [notes, others] = [
    chunksOf(noted).filter(({ type }) => type === 'eXIf'),
    chunksOf(noted).filter(({ type }) => type !== 'eXIf'),
  ];
  assert.deepEqual([partsOf(png).hasNotes, partsOf(noted).hasNotes], [false, true]);
  assert.equal(partsOf(pngOf([...others.slice(0, -1), ...notes, ...others.slice(-1)])).hasNotes, true);
  const xmp = { type: 'iTXt', data: Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>', 'latin1') };
  assert.equal(partsOf(pngOf([...chunksOf(png).slice(0, -1), xmp, ...chunksOf(png).slice(-1)])).hasNotes, true);
});

test('a PNG whose chunk claims to be longer than the file has no end', () => {
  const broken = Buffer.from(png);
  broken.writeUInt32BE(0xffffffff, 8);
  assert.equal(partsOf(broken).endsAt, null);
});

test('many compressed texts are taken out of a PNG before it is decoded, few are kept', async () => {
  const text = (kind: 'zTXt' | 'iTXt', characters: number): Chunk => ({
    type: kind,
    data: Buffer.concat([
      Buffer.from(kind === 'zTXt' ? 'Note\0\0' : 'Note\0\u0001\0\0\0', 'latin1'),
      deflateSync(Buffer.alloc(characters, 'a')),
    ]),
  });
  const [header, ...rest] = chunksOf(png);
  assert.ok(header);
  const path = join(mkdtempSync(join(tmpdir(), 'texts-')), 'a.png');
  const dropped = async (...texts: Chunk[]): Promise<Buffer> => {
    writeFileSync(path, pngOf([header, ...texts, ...rest]));
    await dropPackedText(path);
    return readFileSync(path);
  };
  const few = [text('zTXt', 100), text('iTXt', 7_000_000)];
  assert.deepEqual(await dropped(...few), pngOf([header, ...few, ...rest]));
  const plain = {
    type: 'iTXt',
    data: Buffer.concat([Buffer.from('Note\0\0\0\0\0', 'latin1'), Buffer.alloc(20_000, 'a')]),
  };
  assert.deepEqual(await dropped(plain), pngOf([header, plain, ...rest]));
  for (const kind of ['zTXt', 'iTXt'] as const)
    assert.deepEqual(
      await dropped(plain, ...Array.from({ length: 3 }, () => text(kind, 7_000_000))),
      pngOf([header, plain, ...rest]),
    );
});
