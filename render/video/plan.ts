/** The plan of a render in a process of its own: plain data, since it is sent between processes. */
import type { FallbacksAtHand, VideoProject } from '../layout/index.ts';

/** A font file and the characters that it is for, as a CSS unicode-range. */
export type PlannedFont = { path: string; range: string };

/** The files of a face in order of precedence, and which of its styles are synthesised. */
export type PlannedStack = { files: readonly PlannedFont[]; slanted: boolean; emboldened: boolean };

/** Everything a render needs. All files are on this machine's disk. */
export type RenderPlan = {
  project: VideoProject;
  /** Files by the names in the project, emoji under `emojiPicture(…)`. */
  files: Readonly<Record<string, { path: string; gainDb?: number }>>;
  /** Faces by the keys in the project (`faceKey`), including that of captions. */
  fonts: Readonly<Record<string, PlannedStack>>;
  fallbacks: FallbacksAtHand;
  ffmpeg: { path: string; version: string };
  out: string;
  cacheDir: string;
  tempDir: string;
  jobs: number;
  /** The size limit of the file, where its length allows it. */
  underBytes?: number;
};
