import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decodingBytes, mostDecodingBytes, type PictureShape } from './picture-memory.ts';

const million = 1_000_000;
const jpeg: PictureShape = {
  format: 'jpeg',
  width: 10_000,
  height: 5000,
  channels: 3,
  depth: 'uchar',
  isProgressive: false,
  chromaSubsampling: '4:2:0',
};
const png: PictureShape = {
  format: 'png',
  width: 10_000,
  height: 5000,
  channels: 3,
  depth: 'uchar',
  isProgressive: false,
};

const shapes: readonly [title: string, shape: PictureShape, bytes: number][] = [
  ['a JPEG read row by row', jpeg, 0],
  ['a rotated JPEG', { ...jpeg, orientation: 6 }, 150 * million],
  ['a JPEG marked as upright', { ...jpeg, orientation: 1 }, 0],
  ['a progressive JPEG with chroma subsampling', { ...jpeg, isProgressive: true }, 150 * million],
  [
    'a progressive JPEG without chroma subsampling',
    { ...jpeg, isProgressive: true, chromaSubsampling: '4:4:4' },
    300 * million,
  ],
  [
    'a progressive CMYK JPEG',
    { ...jpeg, isProgressive: true, channels: 4, chromaSubsampling: '4:4:4:4' },
    400 * million,
  ],
  ['a PNG read row by row', png, 0],
  ['an interlaced PNG', { ...png, isProgressive: true }, 150 * million],
  [
    'an interlaced PNG of 16 bits with alpha',
    { ...png, isProgressive: true, channels: 4, depth: 'ushort' },
    400 * million,
  ],
];
for (const [title, shape, bytes] of shapes) {
  test(`50 million px of ${title} ${bytes > mostDecodingBytes ? 'need too much memory' : 'fit the memory'}`, () => {
    assert.equal(decodingBytes(shape), bytes);
  });
}
