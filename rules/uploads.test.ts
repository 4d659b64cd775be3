import assert from 'node:assert/strict';
import { test } from 'vitest';
import { refuseByName, refuseUpload, sniffFile, uploadLimits } from './uploads.ts';
import type { FileKind, UploadPurpose } from './uploads.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16);
const ftyp = (brand: string): Uint8Array => Buffer.from(`\0\0\0\x20ftyp${brand}\0\0\0\0`, 'latin1');

const heads: readonly { name: string; head: Uint8Array; kind: FileKind | null }[] = [
  { name: 'a JPEG', head: jpeg, kind: 'jpeg' },
  { name: 'a PNG', head: png, kind: 'png' },
  { name: 'an MP4', head: ftyp('isom'), kind: 'mp4' },
  { name: 'a QuickTime video', head: ftyp('qt  '), kind: null },
  { name: 'a HEIC picture', head: ftyp('heic'), kind: null },
  { name: 'a GIF', head: Buffer.from('GIF89a'), kind: null },
  { name: 'an SVG', head: Buffer.from('<svg xmlns="x">'), kind: null },
  { name: 'nothing', head: new Uint8Array(), kind: null },
];
for (const { name, head, kind } of heads) {
  test(`${name} is recognised as ${kind ?? 'no supported kind'}`, () => assert.equal(sniffFile(head), kind));
}

for (const purpose of [
  'profileImage',
  'logo',
  'streamImage',
  'streamVideo',
] as const satisfies readonly UploadPurpose[]) {
  test(`a file for ${purpose} must be at least one byte under its limit`, () => {
    const { underBytes, tooLarge } = uploadLimits[purpose];
    const fileName = purpose === 'streamVideo' ? 'A.MP4' : 'a.b.JPeG';
    assert.equal(refuseByName(purpose, { fileName, sizeBytes: underBytes - 1 }), null);
    assert.equal(refuseByName(purpose, { fileName, sizeBytes: underBytes }), tooLarge);
  });
}

test('content and name must both be of the requested kind', () => {
  assert.equal(
    refuseUpload('streamImage', { fileName: 'a.png', sizeBytes: 9, head: Buffer.from('<html>') }),
    'invalidFileType',
  );
  assert.equal(refuseUpload('streamImage', { fileName: 'a.exe', sizeBytes: 9, head: png }), 'invalidFileType');
  assert.equal(refuseUpload('streamImage', { fileName: 'a', sizeBytes: 9, head: png }), 'invalidFileType');
  assert.equal(
    refuseUpload('streamImage', { fileName: 'clip.png', sizeBytes: 9, head: ftyp('mp42') }),
    'invalidFileType',
  );
  assert.equal(refuseUpload('streamImage', { fileName: 'a.jpg', sizeBytes: 9, head: png }), null);
  assert.equal(refuseUpload('streamVideo', { fileName: 'a.mp4', sizeBytes: 9, head: ftyp('mp42') }), null);
});
