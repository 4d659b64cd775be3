import assert from 'node:assert/strict';
import { test } from 'vitest';
import { partAsFile, partsOf } from './parts.ts';
import { aFile } from './testing.ts';

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));

async function joinedOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const list: Uint8Array[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return Buffer.concat(list);
}

test('pieces of any size add up to the file', async () => {
  for (const size of [1000, 65_536, 65_537, 199_999, 200_000]) {
    const parts = partsOf(aFile(bytes));
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.byteLength; at += size)
      pieces.push(await joinedOf(parts.next(Math.min(size, bytes.byteLength - at))));
    assert.ok(Buffer.concat(pieces).equals(bytes), String(size));
    assert.ok(pieces.slice(0, -1).every((piece) => piece.byteLength === size));
    await parts.close();
  }
});

test('reading a file that is shorter than stated ends with an error', async () => {
  const parts = partsOf(aFile(bytes, { lengthSaid: 250_000 }));
  await joinedOf(parts.next(150_000));
  await assert.rejects(joinedOf(parts.next(100_000)), /not as long as it should be/);
});

test('a piece can be sent as a separate file', async () => {
  const file = aFile(bytes);
  const piece = partAsFile(file, { chunks: partsOf(file).next(10), sizeBytes: 10 });
  const read: Buffer[] = [];
  for await (const chunk of await piece.open()) read.push(Buffer.from(chunk));
  assert.deepEqual([piece.sizeBytes, Buffer.concat(read)], [10, bytes.subarray(0, 10)]);
});
