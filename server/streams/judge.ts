/** Judges an uploaded file: by its bytes and its name together, then by its size, then by whether it can be decoded. */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { messages } from '#contract/messages.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { fileKinds, refuseByName, sniffBytes, sniffFile } from '#rules/uploads.ts';
import { UserError, type ReceivedFile } from '../handlers.ts';
import { readyImage } from '../media/image.ts';
import type { JudgedFile } from '../media/store.ts';
import { probeVideo } from '../media/video.ts';

const purposes = { image: 'streamImage', video: 'streamVideo' } as const;

/** The file ready to be stored in a stream of this type; throws a UserError that says what is wrong with it. */
export async function judgeFile(
  file: ReceivedFile,
  { streamType, ffmpeg, signal }: { streamType: StreamType; ffmpeg: () => Promise<string>; signal: AbortSignal },
): Promise<JudgedFile> {
  const kind = sniffFile(await firstBytes(file.path));
  const media = kind === null ? null : fileKinds[kind].media;
  // A JPEG called .png is somebody's renamed picture and does no harm; a video called .jpg is no picture.
  if (media === null || refuseByName(purposes[media], { fileName: file.fileName, sizeBytes: null }) !== null) {
    throw new UserError(messages.invalidFileType, { status: 422 });
  }
  if (streamType !== media) throw new UserError(messages.streamTypeMismatch, { status: 422 });
  if (refuseByName(purposes[media], file) !== null) throw new UserError(messages.streamFileTooLarge, { status: 413 });
  return media === 'image' ? judgeImage(file) : judgeVideo(file, { ffmpeg: await ffmpeg(), signal });
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
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
