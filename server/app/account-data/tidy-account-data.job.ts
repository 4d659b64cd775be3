import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import type { Services } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { listUnfinished } from './deletion-queries.ts';
import { failAbandoned, forgetObject, listSpent } from './export-queries.ts';

const hour = 3_600_000;
/** A download without progress for this long no longer has a job: it is longer than all attempts may take. */
const abandonedMs = 26 * hour;

/**
 * Once an hour: deletes expired downloads and partial files of vanished workers, and resumes stalled deletions whose
 * job was given up.
 */
export const tidyAccountData = jobs.tidyAccountData.handledBy((services) => async () => {
  const { db, storage, clock } = services;
  const now = clock();
  await db.asSystem((tx) =>
    failAbandoned(tx, { untouchedSince: new Date(now.getTime() - abandonedMs), message: messages.exportFailed, now }),
  );
  for (const { id, agency_id: agencyId, object_name: name } of await db.asSystem((tx) => listSpent(tx, now))) {
    await storage.delete(name);
    await db.asAgency(agencyId, (tx) => forgetObject(tx, { agencyId, id }));
  }
  await removeHalfMade(services, now);
  await db.asSystem(async (tx) => {
    for (const { id } of await listUnfinished(tx))
      await enqueueJob(tx, jobs.deleteAgency, { deletionId: id }, { singletonKey: id });
  });
});

/** ZIPs in this machine's own folder that a worker left when it died. */
async function removeHalfMade({ config }: Services, now: Date): Promise<void> {
  const folder = join(config.dataDir, 'tmp');
  const names = await readdir(folder).catch(() => []); // without the folder there is nothing to remove
  for (const name of names.filter((each) => each.startsWith('export-'))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })); // its worker has just removed it
    if (now.getTime() - mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}
