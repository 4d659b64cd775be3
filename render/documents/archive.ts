/** Reproducible ZIP files: the same entries give the same bytes, whenever and wherever they are made. */
import { buffer } from 'node:stream/consumers';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** A file in an archive: bytes in memory, or the path of a file, which is stored unchanged. */
export type Entry = Readonly<{ name: string; bytes: Buffer | string } | { name: string; path: string }>;

// A date in local time, as ZIP stores it: the same bytes in every time zone.
const mtime = new Date(2026, 0, 1, 12, 0, 0);
const fixed = { mtime, mode: 0o100644, forceDosTimestamp: true };

function zipOf(entries: readonly Entry[]): yazl.ZipFile {
  const zip = new yazl.ZipFile();
  for (const entry of entries)
    if ('path' in entry) zip.addFile(entry.path, entry.name, { ...fixed, compress: false });
    else zip.addBuffer(Buffer.from(entry.bytes), entry.name, { ...fixed, compress: true });
  zip.end();
  return zip;
}

/** An archive in memory: for documents, which are ZIP files themselves. */
export const archiveBytes = (entries: readonly Entry[]): Promise<Buffer> => buffer(zipOf(entries).outputStream);

/** Writes an archive to a file; large entries are streamed from their paths. */
export async function writeArchive(path: string, entries: readonly Entry[]): Promise<void> {
  const zip = zipOf(entries);
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed]);
}
