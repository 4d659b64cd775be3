import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { fontsWith, fallbacksNeeded, type FallbacksAtHand } from '#render/layout/text/fallback-fonts.ts';
import { writeReportApart } from '#render/report/apart.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf } from '../../base/brand/index.ts';
import { fallbackFonts, fallbackPaths } from '../../content/fonts/index.ts';
import { newFileName } from '../../base/media/index.ts';
import { buildReport } from './build.ts';
import { findOpenLink } from './link-queries.ts';
import { addressOf } from './links.ts';
import { failPdf, finishPdf, noteProgress, takePdf, type PdfRow } from './pdf-queries.ts';
import { madeIn } from './pdf-folder.ts';
import { emojiOf, logoOf, picturesOf } from './pictures.ts';

/** How long a download link of a PDF is valid. */
const keptMs = 7 * 86_400_000;

/** This PDF is no longer needed: another worker has taken it over, or its client was deleted. */
class NotWanted extends Error {}

/** Makes a report's PDF and stores it for a week. Can run again, from the beginning. */
export const makeReportPdf = jobs.makeReportPdf.handledBy((services) => async ({ pdfId }, { signal, retryCount }) => {
  const { db, clock, config } = services;
  const held = { id: pdfId, run: randomUUID() };
  const taken = await db.asSystem((tx) => takePdf(tx, { ...held, now: clock() }));
  if (taken === undefined) return;
  const folder = join(config.dataDir, 'tmp', `${madeIn}${held.run}`);
  try {
    await mkdir(folder, { recursive: true });
    await make(services, { taken, ...held, folder, signal });
  } catch (error) {
    const isLast = retryCount >= (jobs.makeReportPdf.settings.retryLimit ?? 0);
    if (isLast || error instanceof NotWanted)
      await db.asSystem((tx) => failPdf(tx, { ...held, now: clock(), message: messages.reportPdfFailed }));
    if (!(error instanceof NotWanted)) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

type Making = { taken: PdfRow; id: string; run: string; folder: string; signal: AbortSignal };

async function make(services: Services, { taken, id, run, folder, signal }: Making): Promise<void> {
  const { db, storage, clock, config } = services;
  const which = { agencyId: taken.agency_id, clientId: taken.client_id, month: taken.month };
  const tell = async (percent: number, objectName?: string): Promise<void> => {
    const named = objectName === undefined ? {} : { objectName };
    if (!(await db.asSystem((tx) => noteProgress(tx, { id, run, now: clock(), percent, ...named }))))
      throw new NotWanted();
  };
  const { report, address, color } = await db.asAgency(which.agencyId, async (tx) => {
    const row = await findOpenLink(tx, which);
    return {
      report: await buildReport(tx, { ...which, now: clock() }),
      address: row === undefined ? null : await addressOf(tx, { ...which, means: services, row }),
      color: (await brandOf(tx)).color.first,
    };
  });
  if (report === undefined) throw new NotWanted();
  await tell(10);
  const path = join(folder, 'report.pdf');
  const written = await writeReportApart(path, {
    report,
    logo: await logoOf(services, report),
    address,
    color,
    pictures: await picturesOf(services, report, { folder, signal }),
    emoji: emojiOf(report),
    fallbacks: await fallbacksOf(config, report),
    onProgress: (share) => tell(Math.round(20 + 70 * share)),
    signal,
    priority: config.renderPriority,
  });
  const { size } = await stat(path);
  const objectName = `export-${newFileName('pdf')}`;
  await tell(95, objectName);
  await storage.put(objectName, createReadStream(path), { contentType: 'application/pdf', sizeBytes: size });
  const now = clock();
  const done = await db.asAgency(which.agencyId, (tx) =>
    finishPdf(tx, {
      id,
      run,
      now,
      sizeBytes: size,
      pages: written.pages,
      message: missingWords(written.missing),
      expiresAt: new Date(now.getTime() + keptMs),
    }),
  );
  if (!done) {
    await storage.delete(objectName);
    throw new NotWanted();
  }
}

/** The fonts of further scripts that the texts of a report need. */
async function fallbacksOf(config: Services['config'], report: object): Promise<FallbacksAtHand> {
  const names = new Set<string>();
  JSON.stringify(report, (_key, value: unknown) => {
    if (typeof value === 'string')
      for (const isBold of [false, true])
        for (const name of fallbacksNeeded(fallbackFonts, { text: value, isBold })) names.add(name);
    return value;
  });
  return { fonts: fontsWith(fallbackFonts, names), paths: await fallbackPaths(config, names) };
}

const mostNamed = 20;

/** The characters that no font has; '' for none. */
function missingWords(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const named = missing.slice(0, mostNamed).join(' ');
  const rest = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  return `No typeface of the report has these characters, so they stand in it by their number: ${named}${rest}`;
}
