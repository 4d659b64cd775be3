import { messages } from '#contract/messages.ts';
import { UserError, type Handlers, type Services } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { plainName } from '../../base/lib/plain-name.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';
import { mustKnow, whichOf } from './calls.ts';
import { findByTicket, findLatestPdf, findPdf, insertPdf, storeTicket, type PdfRow } from './pdf-queries.ts';

const ticketMs = 10 * 60_000;

const presentPdf = (row: PdfRow) => ({
  id: row.id,
  state: row.state,
  percent: row.percent,
  message: row.message,
  pages: row.pages,
  size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  created: row.created_at.toISOString(),
});

/** The handlers of the PDF calls in contract/insights/reports.ts. */
export const reportPdfCalls = {
  'make-report-pdf': async (input, { user, tx, now }) => {
    const which = whichOf(input, { user, now });
    await mustKnow(tx, which);
    const made = await insertPdf(tx, { ...which, madeBy: user.id, now });
    if (made !== undefined) await enqueueJob(tx, jobs.makeReportPdf, { pdfId: made.id });
    const row = made ?? (await findLatestPdf(tx, which));
    if (row === undefined) throw new Error('a PDF that is being made is not to be found');
    return { message: '', data: presentPdf(row) };
  },

  'fetch-report-pdf': async (input, { user, tx, now }) => {
    const which = whichOf(input, { user, now });
    await mustKnow(tx, which);
    const row = await findLatestPdf(tx, which);
    return { message: '', data: row === undefined ? null : presentPdf(row) };
  },

  'download-report-pdf': async ({ id }, { user, tx, now }) => {
    const key = { agencyId: user.agencyId, id };
    const row = await findPdf(tx, key);
    if (row === undefined) throw new UserError(messages.notFound, { status: 404 });
    if (row.state !== 'ready' || row.object_name === null || row.expires_at === null || row.expires_at <= now)
      throw new UserError(messages.reportPdfGone);
    const { token, hash } = newToken();
    await storeTicket(tx, { ...key, hash, expiresAt: new Date(now.getTime() + ticketMs) });
    return { message: '', data: { url: `/exports/${token}` } };
  },
} satisfies Partial<Handlers>;

/** The PDF of a ticket; null for an invalid ticket. */
export async function openReportPdf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ticket: string,
): Promise<{ objectName: string; fileName: string; contentType: string } | null> {
  const found = await db.asSystem((tx) => findByTicket(tx, { hash: hashToken(ticket), now: clock() }));
  if (found?.object_name === null || found === undefined) return null;
  // Header fields allow plain letters only; the report itself names the client.
  return {
    objectName: found.object_name,
    fileName: `${['report', plainName(found.name), found.month]
      .filter((part) => part !== '')
      .join('-')
      .toLowerCase()}.pdf`,
    contentType: 'application/pdf',
  };
}
