import type { Tx } from '#db/database.ts';

/** The living sessions of a person, the most recently used first. */
export const listSessions = (tx: Tx, { agencyId, userId, now }: { agencyId: string; userId: string; now: Date }) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'opened_by', 'created_at', 'seen_at'])
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** Ends one of a person's own sessions; undefined where it is not theirs, or has ended already. */
export const endOwnSession = (tx: Tx, { agencyId, userId, id }: { agencyId: string; userId: string; id: string }) =>
  tx
    .deleteFrom('sessions')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['user_agent'])
    .executeTakeFirst();

/** Ends all of a person's sessions but one; answers how many of them were still alive. */
export async function endOtherSessions(tx: Tx, { agencyId, userId, exceptId, now }: { agencyId: string; userId: string; exceptId: string; now: Date }): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > now).length;
}
