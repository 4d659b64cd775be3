/** The queries of the pages on which clients read their reports, in the table `report_links`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

const columns = ['id', 'client_id', 'month', 'token_sealed', 'created_at', 'uses', 'used_at'] as const;

/** The valid link of a client's month; undefined if there is none. */
export const findOpenLink = (
  tx: Tx,
  { agencyId, clientId, month }: { agencyId: string; clientId: string; month: string },
) =>
  tx
    .selectFrom('report_links')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('month', '=', month)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

/** Stores a link; undefined if the client's month already has a valid one. */
export const insertLink = (
  tx: Tx,
  link: {
    agencyId: string;
    clientId: string;
    month: string;
    tokenHash: Buffer;
    tokenSealed: string;
    madeBy: string | null;
    now: Date;
  },
): Promise<LinkRow | undefined> =>
  tx
    .insertInto('report_links')
    .values({
      agency_id: link.agencyId,
      client_id: link.clientId,
      month: link.month,
      token_hash: link.tokenHash,
      token_sealed: link.tokenSealed,
      made_by: link.madeBy,
      created_at: link.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'month'])
        .where(sql<boolean>`ended_at is null`)
        .doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();

/** Links that have ended: their address then says nothing more than an unknown one. */
export const oldReportLinks = byTime({ table: 'report_links', column: 'ended_at', days: 'downloads' });

/** A link by its id, valid or ended. */
export const findLink = (tx: Tx, { agencyId, id }: { agencyId: string; id: string }) =>
  tx
    .selectFrom('report_links')
    .select(['id', 'client_id'])
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Ends a link; false if it had ended. */
export async function endLink(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('report_links')
    .set({ ended_at: now })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** A link by its token, in any agency, with the facts to name its agency. */
export const findByToken = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('report_links as l')
    .innerJoin('agencies as g', 'g.id', 'l.agency_id')
    .innerJoin('users as client', 'client.id', 'l.client_id')
    .leftJoin('files as f', 'f.id', 'g.logo_file_id')
    .select([
      'l.id',
      'l.agency_id',
      'l.client_id',
      'l.month',
      'l.ended_at',
      'g.name as agency',
      'g.deleting_at',
      'f.name as logo',
      'client.deleted_at as client_deleted_at',
    ])
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Counts one opening of a link's page. */
export async function noteUse(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('report_links')
    .set((row) => ({ uses: sql<number>`${row.ref('uses')} + 1`, used_at: now }))
    .where('id', '=', id)
    .execute();
}
