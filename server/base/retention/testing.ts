import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { keepOf, keepSettings } from '../settings/keep.ts';
import { deleteOldRows } from './delete-old-rows.ts';
import type { Retention } from './retention.ts';

/** Deletes the old rows of one table as the job does at an instant, with the default settings; answers how many. */
export async function deleteOld(
  db: Pick<Database, 'asSystem'>,
  { retention, now }: { retention: Retention; now: Date },
): Promise<number> {
  const { keep } = keepOf(z.object(keepSettings).parse({}));
  const counts = await deleteOldRows(db, { retentions: [retention], keep, now, signal: new AbortController().signal });
  return counts.get(retention.table) ?? 0;
}
