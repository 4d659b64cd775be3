import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { FallbacksAtHand } from '#render/layout/text/fallback-fonts.ts';
import type { Report } from '#contract/insights/reports.ts';
import { drawHead } from './head.ts';
import { fittedPng, madeOf, squareJpeg } from './pictures.ts';
import { sectionDrawings } from './sections.ts';
import { Sheet } from './sheet.ts';
import { monthTitle } from '#rules/report-words.ts';

/** The dependencies of writing a report. */
export type ReportOptions = {
  report: Report;
  /** The logo's file; null without one. */
  logo: Buffer | null;
  /** The address at which the client reads the report; null if it is not shared. */
  address: string | null;
  /** The brand's first colour, hex. */
  color: string;
  /** The paths of posts' pictures by the address in the report: read one by one to save memory. */
  pictures: ReadonlyMap<string, string>;
  /** The files of emoji (svg) by grapheme. */
  emoji: ReadonlyMap<string, Buffer>;
  /** The fonts of further scripts that its texts need. */
  fallbacks: FallbacksAtHand;
  /** Called with the progress, 0 to 1, at most a few times a second. */
  onProgress: (share: number) => Promise<void>;
  /** Called when much garbage has accumulated. */
  sweep?: () => void;
  signal: AbortSignal;
};

/** The result: how many pages were written, and the characters that no typeface has. */
export type WrittenReport = { pages: number; missing: string[] };

/** The number of rows drawn at once, before other work of the worker runs. */
const rowsAtOnce = 10;
const rowsToTell = 200;
const picturesToSweep = 20;
const pictureSide = 78; // px
const emojiSide = 44; // px
const logoBox = { width: 540, height: 102 }; // px

/**
 * Writes a report as a PDF file, tagged, with its typefaces embedded. Returns the number of its pages, and the
 * characters that no typeface has, which it shows as `[U+4E2D]`. Throws when `signal` aborts.
 */
export async function writeReport(path: string, options: ReportOptions): Promise<WrittenReport> {
  const { report, address, color, onProgress, signal, sweep = () => undefined } = options;
  const onMade = (count: number): void => {
    signal.throwIfAborted();
    if (count % picturesToSweep === 0) sweep();
  };
  const pictures = await madeOf(
    options.pictures,
    async (file) => squareJpeg(await readFile(file), pictureSide),
    onMade,
  );
  const emojiBox = { width: emojiSide, height: emojiSide };
  const emoji = await madeOf(options.emoji, (source) => fittedPng(source, emojiBox), onMade);
  sweep();
  const logo = options.logo === null ? null : await fittedPng(options.logo, logoBox);
  const title = `Report for ${report.client.company || report.client.name}, ${monthTitle(report.month)}`;
  const sheet = new Sheet(path, {
    title,
    author: report.agency.name,
    made: new Date(report.made_at),
    footer: `${report.agency.name} · ${title}`,
    emoji,
    fallbacks: options.fallbacks,
  });
  const onRow = async (index: number): Promise<void> => {
    if ((index + 1) % rowsAtOnce !== 0) return;
    await setImmediate();
    signal.throwIfAborted();
    if ((index + 1) % rowsToTell !== 0) return;
    sweep();
    await onProgress((index + 1) / report.scheduler.length);
  };
  drawHead(sheet, { report, logo, address });
  for (const { id, on } of report.sections) {
    signal.throwIfAborted();
    if (on) await sectionDrawings[id](sheet, { report, color, pictures, onRow });
  }
  await sheet.end();
  return { pages: sheet.pages, missing: [...sheet.missing] };
}
