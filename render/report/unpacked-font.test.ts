import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'vitest';
import { openFace } from '#render/layout/index.ts';
import { unpackedFont } from './unpacked-font.ts';

const packages = createRequire(import.meta.url);
const file = readFileSync(packages.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

test('an unpacked font is a plain one with the same glyphs', () => {
  const plain = unpackedFont(file);
  assert.equal(plain.readUInt32BE(0), 0x00_01_00_00);
  const [packed, unpacked] = [openFace(file, 'packed'), openFace(plain, 'unpacked')];
  const run = { size: 20, direction: 'ltr' } as const;
  assert.deepEqual(unpacked.shape('Office fonts: ÄÖ 123', run), packed.shape('Office fonts: ÄÖ 123', run));
  assert.deepEqual([unpacked.ascent, unpacked.descent], [packed.ascent, packed.descent]);
  assert.ok(unpackedFont(plain) === plain, 'a plain font stays as it is');
});

test('a damaged file is refused', () => {
  const damaged = Buffer.from(file);
  damaged.writeUInt32BE(damaged.readUInt32BE(44 + 12) + 1, 44 + 12);
  assert.throws(() => unpackedFont(damaged));
});
