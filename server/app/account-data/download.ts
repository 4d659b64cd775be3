import type { Services } from '../../base/handlers.ts';
import { brandOf } from '../../base/brand/index.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { findByTicket } from './export-queries.ts';

/** The file of a ticket, while its session is valid; null for an invalid ticket. */
export async function openExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ticket: string,
): Promise<{ objectName: string; fileName: string; contentType: string } | null> {
  const { found, brand } = await db.asSystem(async (tx) => {
    const row = await findByTicket(tx, { hash: hashToken(ticket), now: clock() });
    return { found: row, brand: row === undefined ? '' : (await brandOf(tx, row.agency_id)).name };
  });
  if (found === undefined) return null;
  const word =
    brand
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'account';
  return {
    objectName: found.object_name,
    contentType: 'application/zip',
    fileName: `${word}-data-${found.created_at.toISOString().slice(0, 10)}.zip`,
  };
}
