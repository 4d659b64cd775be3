import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { madeIn } from './pdf-folder.ts';
import { failAbandoned, forgetObject, listSpent } from './pdf-queries.ts';

/** Longer than all attempts at a PDF may take. */
const abandonedMs = 3_600_000;

/** Once an hour: deletes expired PDFs, and marks those as failed whose worker has vanished. */
export const tidyReports = jobs.tidyReports.handledBy(({ db, storage, clock, config }) => async () => {
  const now = clock();
  const untouchedSince = new Date(now.getTime() - abandonedMs);
  await db.asSystem((tx) => failAbandoned(tx, { untouchedSince, message: messages.reportPdfFailed }));
  for (const { id, agencyId, objectName } of await db.asSystem((tx) => listSpent(tx, now))) {
    await storage.delete(objectName);
    await db.asAgency(agencyId, (tx) => forgetObject(tx, { agencyId, id }));
  }
  const folder = join(config.dataDir, 'tmp');
  const names = await readdir(folder).catch(() => []); // without the folder there is nothing to remove
  for (const name of names.filter((each) => each.startsWith(madeIn))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })); // its worker has just removed it
    if (now.getTime() - mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true });
  }
});
