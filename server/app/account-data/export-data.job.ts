import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { exportDays, exportPercent, type ExportStep } from '#rules/account-data.ts';
import { auditWorker } from '../../base/audit/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeExportReadyMail } from './mails.ts';
import { newFileName } from '../../base/media/index.ts';
import { failExport, finishExport, noteObject, noteProgress, takeExport, type ExportRow } from './export-queries.ts';
import { findOwnerOf } from './queries.ts';
import { writeExport, type Written } from './write-export.ts';

/** How often progress is stored and cancellation checked. */
const noteEveryMs = 500;

/** The download was cancelled, or another worker has taken it over. */
class NotWanted extends Error {}

/** This machine has less free disk space than the files need. */
class NoRoom extends Error {}

/**
 * Exports all data of an agency and stores the file for a week. Can be repeated from the beginning: only the last
 * worker to take it counts. The person is notified of a failure after the last attempt.
 */
export const exportData = jobs.exportData.handledBy((services) => async (payload, { signal, retryCount }) => {
  const { exportId: id } = payload;
  const held = { id, run: randomUUID() };
  const { db, clock, config } = services;
  const taken = await db.asSystem((tx) => takeExport(tx, { ...held, now: clock() }));
  if (taken === undefined) return;
  const folder = join(config.dataDir, 'tmp');
  const path = join(folder, `export-${held.run}.zip`);
  try {
    await mkdir(folder, { recursive: true });
    await make(services, { taken, run: held.run, path, signal });
  } catch (error) {
    if (error instanceof NotWanted) return;
    const isLast = error instanceof NoRoom || retryCount >= (jobs.exportData.settings.retryLimit ?? 0);
    if (isLast)
      await db.asSystem((tx) =>
        failExport(tx, {
          ...held,
          now: clock(),
          message: error instanceof NoRoom ? messages.exportNoRoom : messages.exportFailed,
        }),
      );
    if (!(error instanceof NoRoom)) throw error;
  } finally {
    await rm(path, { force: true });
  }
});

type Making = { taken: ExportRow; run: string; path: string; signal: AbortSignal };

async function make(
  services: Services,
  { taken: { id, agency_id: agencyId }, run, path, signal }: Making,
): Promise<void> {
  const { db, storage, clock } = services;
  const onShare = progressOf(services, { id, run });
  const now = clock();
  await refuseWithoutRoom(services, { agencyId, path });
  const written = await writeExport(services, { agencyId, path, now, onShare, signal });
  await onShare('storing', 0);
  const objectName = `export-${newFileName('zip')}`;
  if (!(await db.asSystem((tx) => noteObject(tx, { id, run, objectName })))) throw new NotWanted();
  await storage.put(objectName, createReadStream(path), {
    contentType: 'application/zip',
    sizeBytes: written.sizeBytes,
  });
  if (!(await finish(services, { id, agencyId, run, written }))) {
    await storage.delete(objectName);
    throw new NotWanted();
  }
}

/**
 * Stores progress at most twice a second, and at every new step; throws if the download was cancelled or taken over.
 */
function progressOf(
  { db, clock }: Services,
  { id, run }: { id: string; run: string },
): (step: ExportStep, share: number) => Promise<void> {
  let notedAt = 0;
  let noted: ExportStep | null = null;
  return async (step, share) => {
    if (step === noted && Date.now() - notedAt < noteEveryMs) return;
    notedAt = Date.now();
    noted = step;
    if (
      !(await db.asSystem((tx) =>
        noteProgress(tx, { id, run, now: clock(), step, percent: exportPercent(step, share) }),
      ))
    )
      throw new NotWanted();
  };
}

/**
 * The file is written on this machine before it is stored, possibly on the same disk: it needs twice the size of the
 * files.
 */
async function refuseWithoutRoom(
  { db, config }: Services,
  { agencyId, path }: { agencyId: string; path: string },
): Promise<void> {
  const needed = await db.asAgency(agencyId, async (tx) => {
    const { bytes } = await tx
      .selectFrom('files')
      .select((row) => row.fn.coalesce(row.fn.sum<string>('size_bytes'), row.lit(0)).as('bytes'))
      .where('agency_id', '=', agencyId)
      .executeTakeFirstOrThrow();
    return Number(bytes);
  });
  const { bavail, bsize } = await statfs(join(path, '..'));
  if (bavail * bsize < needed * (config.s3 === null ? 2 : 1)) throw new NoRoom();
}

/** Publishes the file, mails the owner and logs it; false if the download was cancelled or taken over. */
function finish(
  { db, clock, config }: Services,
  { id, agencyId, run, written }: { id: string; agencyId: string; run: string; written: Written },
): Promise<boolean> {
  const now = clock();
  const expiresAt = new Date(now.getTime() + exportDays * 86_400_000);
  return db.asAgency(agencyId, async (tx) => {
    const done = await finishExport(tx, { id, run, now, ...written, expiresAt });
    if (done === undefined) return false;
    await auditWorker(tx, [
      {
        agencyId,
        action: 'data-export-ready',
        subjectKind: '',
        subjectId: id,
        details: { files: written.files, missing: written.missing },
      },
    ]);
    const owner = await findOwnerOf(tx, agencyId);
    const brand = await brandOf(tx, agencyId);
    if (owner !== undefined)
      await enqueueMail(tx, {
        to: owner.email,
        ...writeExportReadyMail({
          name: owner.name,
          sizeBytes: written.sizeBytes,
          expiresAt,
          link: `${originOf(brand, config)}/account-data`,
          brand: brand.name,
        }),
      });
    return true;
  });
}
