import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../../base/handlers.ts';
import { cancelForStream, lockSchedulesOfStreams, stopSchedulesOfStream } from '../../publishing/index.ts';
import { deleteItemsOfStream } from './item-queries.ts';
import { deleteStreamRow } from './queries.ts';

/**
 * Deletes a stream: its items first, so that no ending round begins another one. Published posts stay on record. Throws
 * a UserError (404) if there is no such stream.
 */
export async function deleteStream(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<void> {
  if (!(await deleteStreamRow(tx, { agencyId, id, now }))) throw new UserError(messages.notFound, { status: 404 });
  await lockSchedulesOfStreams(tx, { agencyId, streamIds: [id] });
  await deleteItemsOfStream(tx, { agencyId, streamId: id, now });
  await cancelForStream(tx, { agencyId, streamId: id, now });
  await stopSchedulesOfStream(tx, { agencyId, streamId: id });
}
