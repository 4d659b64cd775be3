import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { mp4 } from '../testing.ts';
import { sniff } from './sniff.ts';

const plain = { create: { width: 33, height: 21, channels: 3, background: '#a52' } } as const;

for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
  test(`a ${format} states its size, whatever its name`, async () => {
    const seen = sniff(await sharp(plain).toFormat(format).toBuffer());
    assert.deepEqual([seen.type, seen.kind, seen.width, seen.height], [`image/${format}`, 'image', 33, 21]);
  });
}

test('an mp4 states its size and length', () => {
  const { kind, width, height, durationSeconds } = sniff(mp4());
  assert.deepEqual([kind, width, height, durationSeconds], ['video', 640, 360, 3]);
});

test('any other or truncated file is a plain file', () => {
  for (const bytes of ['', 'GIF', '\xff\xd8\xff', '<svg xmlns="http://www.w3.org/2000/svg"/>'])
    assert.equal(sniff(Buffer.from(bytes, 'utf8')).kind, 'file');
});
