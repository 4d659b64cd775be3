import { auditWorker } from '../audit/index.ts';
import { keptDays } from '#rules/removed-files.ts';
import type { Services } from '../handlers.ts';
import { jobs } from '../jobs.ts';
import { forgetDropped, listDropped, markUnneeded, removeUnneeded } from './unneeded-queries.ts';

const atOnce = { marked: 2000, removed: 100, deleted: 100 } as const;

/**
 * Once a day, marks unneeded files, removes files that have been marked for thirty days, and deletes the bytes of
 * removed files. Each part has its own transactions and continues where an earlier run stopped.
 */
export const removeFiles = jobs.removeFiles.handledBy((services) => async (_data, { signal }) => {
  await markAll(services, signal);
  await removeOld(services, signal);
  await deleteBytes(services, signal);
});

async function markAll({ db, clock }: Services, signal: AbortSignal): Promise<void> {
  for (let afterId: string | null = '0'; afterId !== null && !signal.aborted;) {
    const given: Parameters<typeof markUnneeded>[1] = { afterId, limit: atOnce.marked, now: clock() };
    afterId = await db.asSystem((tx) => markUnneeded(tx, given));
  }
}

async function removeOld({ db, clock }: Services, signal: AbortSignal): Promise<void> {
  const until = new Date(clock().getTime() - keptDays * 86_400_000);
  for (let isMore = true; isMore && !signal.aborted;) {
    isMore = await db.asSystem(async (tx) => {
      const removed = await removeUnneeded(tx, { until, limit: atOnce.removed });
      await auditWorker(
        tx,
        removed.map(({ agencyId, files, bytes }) => ({
          agencyId,
          action: 'files-removed',
          subjectKind: '',
          subjectId: null,
          details: { files, megabytes: Math.ceil(bytes / 1e6) },
        })),
      );
      return removed.length > 0;
    });
  }
}

async function deleteBytes({ db, storage }: Services, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const names = await db.asSystem((tx) => listDropped(tx, { after, limit: atOnce.deleted }));
    if (names.length === 0) return;
    // Bytes that the storage fails to delete are retried tomorrow and do not block the others.
    const outcomes = await Promise.allSettled(names.map((name) => storage.delete(name)));
    const gone = names.filter((_name, index) => outcomes[index]?.status === 'fulfilled');
    if (gone.length > 0) await db.asSystem((tx) => forgetDropped(tx, gone));
    after = names.at(-1) ?? '';
  }
}
