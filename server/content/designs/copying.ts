import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { listInLibrary, nameIn } from '../../base/files/index.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { foundIn, isTakeable } from '../stock/index.ts';
import { findCopies, type Copied } from './copying-queries.ts';

type Key = { agencyId: string; id: string };

/** Wakes the job that copies a design's search results and then draws its waiting pictures. */
export const wakeCopying = (tx: Tx, { agencyId, id }: Key): Promise<void> =>
  enqueueJob(tx, jobs.copyPictures, { designId: id }, { singletonKey: id, fairShare: { owner: agencyId, before: 0 } });

/** Has a picture drawn: at once, or after the design's search results have been copied. */
export async function wakeDrawing(
  tx: Tx,
  { drawingId, document, services, ...design }: Key & { drawingId: string; document: unknown; services: Services },
): Promise<void> {
  if (foundIn(document, services).length > 0) await wakeCopying(tx, design);
  else await enqueueJob(tx, jobs.drawDesign, { drawingId });
}

/** The URLs of search results in a design. Throws a UserError for one that is no longer offered or has no file. */
export function chosenIn(document: object, services: Services): string[] {
  const found = foundIn(document, services);
  if (!found.every((address) => isTakeable(services, address)))
    throw new UserError(messages.foundGone, { status: 422 });
  return found;
}

/** The copies of a design's search results that a job has made since they were chosen, and that still exist. */
export async function copiesIn(tx: Tx, { agencyId, id, found }: Key & { found: readonly string[] }): Promise<Copied> {
  if (found.length === 0) return {};
  const copies = await findCopies(tx, { agencyId, id });
  const known = Object.entries(copies).filter(([address]) => found.includes(address));
  const rows = await listInLibrary(tx, { agencyId, names: known.flatMap(([, url]) => nameIn(url) ?? []) });
  const names = new Set(rows.map(({ name }) => name));
  return Object.fromEntries(known.filter(([, url]) => names.has(nameIn(url) ?? '')));
}
