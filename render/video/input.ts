import type { Ffmpeg } from '../ffmpeg/find.ts';
import type { LayoutMeans, VideoProject } from '../layout/index.ts';
import type { RenderFailure } from './failure.ts';

/** A file of the project on this machine's disk. `gainDb` brings a sound to the common loudness. */
export type MediaFile = { path: string; gainDb?: number };

/** The progress of a render: finished pieces of all pieces, and an estimate of the time left. */
export type RenderProgress = { made: number; pieces: number; secondsLeft: number | null };

/** The input of a render, and its folders. */
export type RenderInput = {
  project: VideoProject;
  /** The file for a name in the project; also called for `emojiPicture(…)`. */
  fileOf: (name: string) => MediaFile | undefined;
  fontsFor: LayoutMeans['fontsFor'];
  ffmpeg: Ffmpeg;
  /** The path of the mp4, which is written atomically. */
  out: string;
  /**
   * The cache of pieces between renders; grows to `cacheBytes` (2 GB by default), then evicts the least recently used
   * ones.
   */
  cacheDir: string;
  cacheBytes?: number;
  /** A folder for temporary files of this job; emptied at the end. */
  tempDir: string;
  /** The size limit of the file, in bytes, where its length allows that in good quality. */
  underBytes?: number;
  /** Pieces made in parallel, 2 by default. */
  jobs?: number;
  onProgress?: (progress: RenderProgress) => void;
  signal?: AbortSignal;
};

/** The result of a render. `made` of `pieces` had to be encoded; the others came from the cache. */
export type RenderEnd =
  | { kind: 'rendered'; frames: number; seconds: number; sizeBytes: number; pieces: number; made: number }
  | RenderFailure;
