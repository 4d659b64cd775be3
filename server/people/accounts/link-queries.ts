import type { Tx } from '#db/database.ts';

/** The link of a session, locked so that it stays valid until the end of the transaction; undefined if it has ended. */
export const lockLinkOfSession = (
  tx: Tx,
  { agencyId, sessionId, now }: { agencyId: string; sessionId: string; now: Date },
) =>
  tx
    .selectFrom('connect_links')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.id', '=', sessionId)
          .whereRef('sessions.connect_link_id', '=', 'connect_links.id'),
      ),
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
