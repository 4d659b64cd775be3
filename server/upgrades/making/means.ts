/** What files are made with: the writers of the renderer, given by the job, which alone may use them. */
import type { blocksOf } from '#render/documents/blocks.ts';
import type { docxOf } from '#render/documents/docx.ts';
import type { writeArchive } from '#render/documents/archive.ts';
import type { writeGuide } from '#render/documents/guide-pdf.ts';
import type { xlsxOf } from '#render/documents/xlsx.ts';

/** The writers. */
export type Writers = {
  blocksOf: typeof blocksOf;
  docxOf: typeof docxOf;
  xlsxOf: typeof xlsxOf;
  writeGuide: typeof writeGuide;
  writeArchive: typeof writeArchive;
};

/** How a file is made: `dir` is a folder for this file alone, `year` the one that calendars begin with. */
export type Making = {
  writers: Writers;
  dir: string;
  year: number;
  onProgress: (share: number) => Promise<void>;
};
