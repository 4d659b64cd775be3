/** Checks uploaded files by their content and prepares them for storing. A file may be rewritten in place. */
import type { FileKind } from '#rules/uploads.ts';
import { fileKinds } from '#rules/uploads.ts';
import type { PictureRefusal } from './decode.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { isWholeFont } from './font.ts';
import { readyImage } from './image.ts';
import { judgeMp4 } from './mp4-parts.ts';
import { soundFacts } from './sound.ts';
import { bodyOf, type JudgedFile } from './store.ts';
import { probeVideo } from './video.ts';

/** A file on disk, its agency, and the configured ffmpeg. */
export type GivenFile = { path: string; agencyId: string; ffmpegPath: string | null; signal?: AbortSignal };

/** Why a file is refused: the key of the message in `contract/messages.ts`. */
export type MediaRefusal =
  | PictureRefusal
  | 'incompleteVideo'
  | 'unreadableVideo'
  | 'unreadableMusic'
  | 'musicTooLong'
  | 'unreadableFont';

/** Checks a file whose kind is known from its first bytes. */
export async function judgedFile(kind: FileKind, file: GivenFile): Promise<JudgedFile | MediaRefusal> {
  const { media } = fileKinds[kind];
  switch (media) {
    case 'image':
      return judgedImage(file);
    case 'video':
      return judgedVideo(file);
    case 'audio':
      return judgedSound(kind === 'wav' ? 'wav' : 'mp3', file);
    case 'font':
      return judgedFont(file);
    default:
      return media satisfies never;
  }
}

async function judgedImage({ path, agencyId, signal }: GivenFile): Promise<JudgedFile | MediaRefusal> {
  const ready = await readyImage({ path, agencyId, ...(signal && { signal }) });
  if (typeof ready === 'string') return ready;
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

async function judgedVideo({ path, agencyId, ffmpegPath, signal }: GivenFile): Promise<JudgedFile | MediaRefusal> {
  if ((await judgeMp4(path)) === 'cut') return 'incompleteVideo';
  const facts = await probeVideo(await findFfmpeg(ffmpegPath), { path, agencyId, ...(signal && { signal }) });
  if (facts === null) return 'unreadableVideo';
  return {
    kind: 'video',
    extension: 'mp4',
    contentType: 'video/mp4',
    ...(await bodyOf(path)),
    ...facts,
    thumbnail: null,
  };
}

async function judgedSound(extension: 'mp3' | 'wav', file: GivenFile): Promise<JudgedFile | MediaRefusal> {
  const facts = await soundFacts(file, file.ffmpegPath);
  if (facts === null) return 'unreadableMusic';
  if (facts === 'tooLong') return 'musicTooLong';
  const { durationMs, ...sound } = facts;
  return {
    kind: 'audio',
    extension,
    contentType: fileKinds[extension].contentType,
    ...(await bodyOf(file.path)),
    width: null,
    height: null,
    durationMs,
    thumbnail: null,
    sound,
  };
}

async function judgedFont({ path }: GivenFile): Promise<JudgedFile | MediaRefusal> {
  if (!(await isWholeFont(path))) return 'unreadableFont';
  return {
    kind: 'font',
    extension: 'woff2',
    contentType: fileKinds.woff2.contentType,
    ...(await bodyOf(path)),
    width: null,
    height: null,
    durationMs: null,
    thumbnail: null,
  };
}
