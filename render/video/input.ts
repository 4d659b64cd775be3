import type { Ffmpeg } from '../ffmpeg/find.ts';
import type { LayoutMeans, VideoProject } from '../layout/index.ts';
import type { RenderFailure } from './failure.ts';

/** A file of the project on this machine's disk. `gainDb` brings a sound to the common loudness. */
export type MediaFile = { path: string; gainDb?: number };

/** How far a render is: pieces made of all pieces, and an estimate of what is left. */
export type RenderProgress = { made: number; pieces: number; secondsLeft: number | null };

/** The input of a render, and its folders. */
export type RenderInput = {
  project: VideoProject;
  /** The file that a name in the project means; also asked for `emojiPicture(…)`. */
  fileOf: (name: string) => MediaFile | undefined;
  fontsFor: LayoutMeans['fontsFor'];
  ffmpeg: Ffmpeg;
  /** Where the mp4 is put, whole or not at all. */
  out: string;
  /** Keeps pieces between renders; grows to `cacheBytes` (2 GB by default), then forgets what was not used longest. */
  cacheDir: string;
  cacheBytes?: number;
  /** A folder for files of this job only; emptied again. */
  tempDir: string;
  /** The limit of the file, in bytes, where its length allows that in good quality. */
  underBytes?: number;
  /** Pieces made at once, 2 by default. */
  jobs?: number;
  onProgress?: (progress: RenderProgress) => void;
  signal?: AbortSignal;
};

/** The result of a render. `made` of `pieces` had to be encoded, the others were kept from before. */
export type RenderEnd =
  | { kind: 'rendered'; frames: number; seconds: number; sizeBytes: number; pieces: number; made: number }
  | RenderFailure;
