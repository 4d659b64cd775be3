import { storedDocument } from '#contract/content/designs.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { addressesIn, filesBehind, replaceUses, takeGrown, type Transaction } from '../../base/files/index.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { fontFilesIn } from '../fonts/index.ts';
import { foundIn, takeAllFound, withCopies } from '../stock/index.ts';
import { findCopying, listWaitingDrawings, storeCopies, type Copied } from './copying-queries.ts';
import { settleDrawing } from './drawing-queries.ts';
import { bytesOfDesign } from './queries.ts';

/**
 * Copies the search results in a design into the library, then has its waiting pictures drawn. A result that cannot be
 * copied fails those with the reason; without any, the next save or picture tries again.
 */
export const copyPictures = jobs.copyPictures.handledBy(
  (services) =>
    async ({ designId: id }, { signal, retryCount }) => {
      const fail = (message: string): Promise<void> =>
        services.db.asSystem(async (tx) => {
          for (const drawing of await listWaitingDrawings(tx, id)) await settleDrawing(tx, { id: drawing, message });
        });
      try {
        // Once more if the design was saved with other results meanwhile.
        while (!(await copied(services, { id, signal }))) signal.throwIfAborted();
      } catch (error) {
        if (error instanceof UserError) return fail(error.message);
        if (!signal.aborted && retryCount >= (jobs.copyPictures.settings.retryLimit ?? 0))
          await fail(messages.foundFailed);
        throw error;
      }
    },
);

/** Copies a design's search results; false if it has others now. */
async function copied(services: Services, { id, signal }: { id: string; signal: AbortSignal }): Promise<boolean> {
  const { db, clock } = services;
  const design = await db.asSystem((tx) => findCopying(tx, { id }));
  if (design === undefined) return true;
  const { agency_id: agencyId, created_by: userId } = design;
  const transaction: Transaction = (work) => db.asAgency(agencyId, work);
  const { copies } = await takeAllFound(
    { services, transaction },
    {
      document: storedDocument.parse(design.document),
      shape: storedDocument,
      agencyId,
      userId,
      media: ['image'],
      now: clock(),
      signal,
    },
  );
  return transaction((tx) => exchange(tx, { services, agencyId, id, copies }));
}

type Exchange = { services: Services; agencyId: string; id: string; copies: Copied };

async function exchange(tx: Tx, { services, agencyId, id, copies }: Exchange): Promise<boolean> {
  const design = await findCopying(tx, { id, locked: true });
  if (design === undefined) return true;
  const document = withCopies(storedDocument.parse(design.document), { copies, shape: storedDocument });
  if (foundIn(document, services).length > 0) return false;
  const bytesBefore = await bytesOfDesign(tx, { agencyId, id });
  const files = await filesBehind(tx, { agencyId, addresses: addressesIn(document) });
  await storeCopies(tx, { id, document, copies });
  const fontIds = await fontFilesIn(tx, { agencyId, document });
  const fileIds = [...[...files.values()].map((file) => file.id), ...fontIds];
  await replaceUses(tx, { agencyId, user: { designId: id }, fileIds });
  const grownBytes = (await bytesOfDesign(tx, { agencyId, id })) - bytesBefore;
  await takeGrown(tx, { agencyId, quotaBytes: services.config.uploadQuotaBytes, grownBytes });
  for (const drawingId of await listWaitingDrawings(tx, id)) await enqueueJob(tx, jobs.drawDesign, { drawingId });
  return true;
}
