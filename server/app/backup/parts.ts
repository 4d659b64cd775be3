/** Streams of unknown length as objects of a few megabytes: compressed, sealed and hashed one after the other. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { nameInSet, once, type Part, type SetMeans } from './manifest.ts';
import { inPieces, type Bytes } from './seal.ts';

/** As much is in memory at once, twice. */
const partBytes = 8 * 1024 * 1024;

/** Stores a stream as parts of a set. */
export async function writeParts(
  { repository, key, seal }: SetMeans,
  { set, name, bytes }: { set: string; name: string; bytes: Bytes },
): Promise<Part[]> {
  const parts: Part[] = [];
  const compressed = Readable.from(bytes).compose<Readable>(createZstdCompress());
  for await (const { piece } of inPieces(buffers(compressed), partBytes)) {
    const partName = `${name}.${String(parts.length + 1).padStart(6, '0')}`;
    const stored = nameInSet(key, set, partName);
    const closed = await buffer(seal.close(stored, once(piece)));
    await repository.put(stored, closed, closed.length);
    parts.push({ name: partName, sizeBytes: closed.length, sha256: sha256(closed) });
  }
  return parts;
}

/** The stream that was stored as these parts. Throws an Error of one line if one is missing or was changed. */
export function readParts(means: SetMeans, { set, parts }: { set: string; parts: readonly Part[] }): Bytes {
  const plain = Readable.from(opened(means, { set, parts })).compose<Readable>(createZstdDecompress());
  return buffers(plain);
}

async function* opened(
  means: SetMeans,
  { set, parts }: { set: string; parts: readonly Part[] },
): AsyncGenerator<Buffer> {
  for (const part of parts)
    yield* means.seal.open(nameInSet(means.key, set, part.name), once(await checkPart(means, { set, part })));
}

/** The stored bytes of a part. Throws an Error of one line if it is missing or was changed. */
export async function checkPart(
  { repository, key }: Omit<SetMeans, 'seal'>,
  { set, part }: { set: string; part: Part },
): Promise<Buffer> {
  const found = await repository.open(nameInSet(key, set, part.name));
  if (found === null) throw new Error(`${part.name} is missing in the set ${set}`);
  if (found.sizeBytes !== part.sizeBytes) {
    found.body.destroy();
    throw new Error(`${part.name} of the set ${set} has ${found.sizeBytes} bytes instead of ${part.sizeBytes}`);
  }
  const closed = await buffer(found.body);
  if (sha256(closed) !== part.sha256) throw new Error(`${part.name} of the set ${set} was changed`);
  return closed;
}

/** The chunks of a stream as buffers. */
export async function* buffers(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a stream gave something else than bytes');
    yield chunk;
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
