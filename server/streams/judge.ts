/** Judges an uploaded file: by its bytes and its name together, then by its size, then by whether it can be decoded. */
import { stat } from 'node:fs/promises';
import { messages } from '#contract/messages.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { fileKinds, refuseByName, sniffFile } from '#rules/uploads.ts';
import { UserError, type ReceivedFile } from '../handlers.ts';
import { headOf } from '../media/head.ts';
import { readyImage } from '../media/image.ts';
import { judgeMp4 } from '../media/mp4-parts.ts';
import { sha256Of, type JudgedFile } from '../media/store.ts';
import { probeVideo } from '../media/video.ts';

const purposes = { image: 'streamImage', video: 'streamVideo' } as const;

type Upload = { agencyId: string; streamType: StreamType; ffmpeg: () => Promise<string>; signal: AbortSignal };

/** The file ready to be stored in a stream of this type; throws a UserError that says what is wrong with it. What is stored may be written anew into it. */
export async function judgeFile(file: ReceivedFile, { streamType, ...upload }: Upload): Promise<JudgedFile> {
  const kind = sniffFile(await headOf(file.path));
  const media = kind === null ? null : fileKinds[kind].media;
  // A JPEG called .png is somebody's renamed picture and does no harm; a video called .jpg is no picture.
  if (media === null || refuseByName(purposes[media], { fileName: file.fileName, sizeBytes: null }) !== null) {
    throw new UserError(messages.invalidFileType, { status: 422 });
  }
  if (streamType !== media) throw new UserError(messages.streamTypeMismatch, { status: 422 });
  if (refuseByName(purposes[media], file) !== null) throw new UserError(messages.streamFileTooLarge, { status: 413 });
  return media === 'image' ? judgeImage(file, upload) : judgeVideo(file, upload);
}

async function judgeImage({ path }: ReceivedFile, { agencyId, signal }: Omit<Upload, 'streamType'>): Promise<JudgedFile> {
  const ready = await readyImage({ path, agencyId, signal });
  if (typeof ready === 'string') throw new UserError(messages[ready], { status: 422 });
  return {
    kind: 'image',
    extension: ready.contentType === 'image/png' ? 'png' : 'jpg',
    contentType: ready.contentType,
    ...(await bodyOf(path)),
    width: ready.width,
    height: ready.height,
    durationMs: null,
    thumbnail: ready.thumbnail,
  };
}

async function judgeVideo({ path }: ReceivedFile, { agencyId, ffmpeg, signal }: Omit<Upload, 'streamType'>): Promise<JudgedFile> {
  if (await judgeMp4(path) === 'cut') throw new UserError(messages.incompleteVideo, { status: 422 });
  const facts = await probeVideo(await ffmpeg(), { path, agencyId, signal });
  if (facts === null) throw new UserError(messages.unreadableVideo, { status: 422 });
  return { kind: 'video', extension: 'mp4', contentType: 'video/mp4', ...(await bodyOf(path)), ...facts, thumbnail: null };
}

/** What is stored is read from the disk, so that waiting files take no memory. */
async function bodyOf(path: string): Promise<Pick<JudgedFile, 'body' | 'sizeBytes' | 'sha256'>> {
  return { body: { path }, sizeBytes: (await stat(path)).size, sha256: await sha256Of(path) };
}
