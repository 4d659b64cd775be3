import type { Services } from '../handlers.ts';
import { hashToken } from '../tokens.ts';
import { findByTicket } from './export-queries.ts';

/** The file a ticket leads to, while its session lives; null for one that is worth nothing. */
export async function openExport({ db, clock }: Pick<Services, 'db' | 'clock'>, ticket: string): Promise<{ objectName: string; fileName: string } | null> {
  const found = await db.asSystem((tx) => findByTicket(tx, { hash: hashToken(ticket), now: clock() }));
  if (found === undefined) return null;
  return { objectName: found.object_name, fileName: `agencyreel-data-${found.created_at.toISOString().slice(0, 10)}.zip` };
}
