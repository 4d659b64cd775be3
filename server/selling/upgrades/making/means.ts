/** The dependencies of making files: the writers of the renderer, passed by the job, which alone may use them. */
import type { drawPicture } from '#render/design/draw-picture.ts';
import type { blocksOf } from '#render/documents/blocks.ts';
import type { docxOf } from '#render/documents/docx.ts';
import type { writeArchive } from '#render/documents/archive.ts';
import type { writeGuide } from '#render/documents/guide-pdf.ts';
import type { xlsxOf } from '#render/documents/xlsx.ts';
import type { findFfmpeg } from '#render/ffmpeg/find.ts';
import type { faceKey } from '#render/layout/index.ts';
import type { renderApart } from '#render/video/apart.ts';
import type { Sources } from '#sources/open.ts';
import type { embeddedVoices } from '#sources/voices/embedded.ts';

/** The writers. */
export type Writers = {
  blocksOf: typeof blocksOf;
  docxOf: typeof docxOf;
  xlsxOf: typeof xlsxOf;
  writeGuide: typeof writeGuide;
  writeArchive: typeof writeArchive;
  drawPicture: typeof drawPicture;
  renderApart: typeof renderApart;
  findFfmpeg: typeof findFfmpeg;
  faceKey: typeof faceKey;
  embeddedVoices: typeof embeddedVoices;
};

/** How a file is made: `dir` is a folder for this file alone, `year` the one with which calendars begin. */
export type Making = {
  writers: Writers;
  dir: string;
  year: number;
  /** Where pictures are drawn and music is composed. */
  sources: Sources;
  /** The program that encodes videos; null for the one that is found. */
  ffmpegPath: string | null;
  signal: AbortSignal;
  onProgress: (share: number) => Promise<void>;
};
