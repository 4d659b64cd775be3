/** Judges an uploaded file: by its bytes and its name together, then by its size, then by whether it can be decoded. */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { messages } from '#contract/messages.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { UserError, type ReceivedFile } from '../handlers.ts';
import { readyImage } from '../media/image.ts';
import type { JudgedFile } from '../media/store.ts';
import { probeVideo } from '../media/video.ts';

/** Sizes from which a file is refused, in bytes. Source: specification 2, §5. */
const limits = { image: 5_000_000, video: 20_000_000 } as const;

/** What a file is by its first bytes; null for anything a stream does not take. */
export function kindOfBytes(head: Buffer): 'jpg' | 'png' | 'mp4' | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null;
  // 'qt  ' is QuickTime; avif, heic and the like are pictures in the same box format
  return /^(isom|iso\d|mp4\d|avc1|M4V |M4VP|MSNV|dash|f4v |mmp4|3gp\d)/.test(head.toString('latin1', 8, 12)) ? 'mp4' : null;
}

/** What a file says it is by its name; null for an ending that a stream does not take. */
export function kindOfName(fileName: string): 'image' | 'video' | null {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (ending === 'jpg' || ending === 'jpeg' || ending === 'png') return 'image';
  return ending === 'mp4' ? 'video' : null;
}

/** The file ready to be stored in a stream of this type; throws a UserError that says what is wrong with it. */
export async function judgeFile(
  file: ReceivedFile,
  { streamType, ffmpeg, signal }: { streamType: StreamType; ffmpeg: () => Promise<string>; signal: AbortSignal },
): Promise<JudgedFile> {
  const bytes = kindOfBytes(await firstBytes(file.path));
  const kind = bytes === null ? null : bytes === 'mp4' ? 'video' : 'image';
  // A JPEG called .png is somebody's renamed picture and does no harm; a video called .jpg is no picture.
  if (kind === null || bytes === null || kindOfName(file.fileName) !== kind) throw new UserError(messages.invalidFileType, { status: 422 });
  if (streamType !== kind) throw new UserError(messages.streamTypeMismatch, { status: 422 });
  if (file.sizeBytes >= limits[kind]) throw new UserError(messages.streamFileTooLarge, { status: 413 });
  return kind === 'image' ? judgeImage(file) : judgeVideo(file, { ffmpeg: await ffmpeg(), signal });
}

async function judgeImage(file: ReceivedFile): Promise<JudgedFile> {
  const ready = await readyImage(await readFile(file.path));
  if (ready === null) throw new UserError(messages.unreadableImage, { status: 422 });
  return {
    kind: 'image',
    extension: ready.contentType === 'image/png' ? 'png' : 'jpg',
    contentType: ready.contentType,
    body: { bytes: ready.bytes },
    sizeBytes: ready.bytes.length,
    sha256: createHash('sha256').update(ready.bytes).digest(),
    width: ready.width,
    height: ready.height,
    durationMs: null,
    thumbnail: ready.thumbnail,
  };
}

async function judgeVideo(file: ReceivedFile, { ffmpeg, signal }: { ffmpeg: string; signal: AbortSignal }): Promise<JudgedFile> {
  const facts = await probeVideo(ffmpeg, file.path, signal);
  if (facts === null) throw new UserError(messages.unreadableVideo, { status: 422 });
  const bytes = await readFile(file.path);
  return {
    kind: 'video',
    extension: 'mp4',
    contentType: 'video/mp4',
    body: { path: file.path },
    sizeBytes: file.sizeBytes,
    sha256: createHash('sha256').update(bytes).digest(),
    ...facts,
    thumbnail: null,
  };
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
