import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { families, fontFiles } from '#sources/fonts/families.ts';
import { aFontFile } from '../../content/fonts/testing.ts';
import { isWholeFont } from './font.ts';

const dir = await mkdtemp(join(tmpdir(), 'font-'));
const font = await aFontFile();

async function judged(bytes: Buffer): Promise<boolean> {
  const path = join(dir, 'font.woff2');
  await writeFile(path, bytes);
  return isWholeFont(path);
}

/** The font with the four bytes at an offset replaced. */
function withNumber(at: number, value: number): Buffer {
  const copy = Buffer.from(font);
  copy.writeUInt32BE(value, at);
  return copy;
}

test('every bundled font is a whole font', async () => {
  for (const family of families) for (const { path } of fontFiles(family)) assert.ok(await isWholeFont(path), path);
});

const spoiled: readonly [title: string, bytes: Buffer][] = [
  ['an empty file', Buffer.alloc(0)],
  ['only a header', font.subarray(0, 48)],
  ['half a font', font.subarray(0, font.length / 2)],
  ['a font whose last bytes are missing', font.subarray(0, font.length - 1)],
  ['a font with trailing bytes', Buffer.concat([font, Buffer.alloc(4)])],
  ['a page named as a font', Buffer.from('<!doctype html><title>Not found</title>'.repeat(4))],
  ['a collection of fonts', withNumber(4, 0x74746366)],
  ['a font whose data is noise', Buffer.concat([font.subarray(0, 400), Buffer.alloc(font.length - 400, 7)])],
  ['a font with fewer tables than it states', withNumber(12, 0x00ff0000)],
  ['a font with less data than it states', withNumber(20, 100)],
];
for (const [title, bytes] of spoiled)
  test(`${title} is rejected as a font`, async () => {
    assert.equal(await judged(bytes), false);
  });
