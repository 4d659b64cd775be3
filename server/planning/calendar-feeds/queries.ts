import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A feed as the agency sees it. */
export type FeedRow = {
  id: string;
  client_id: string | null;
  client: string | null;
  made_by: string | null;
  created_at: Date;
  read_at: Date | null;
};

const feedRows = (agencyId: string, which = sql`true`) => sql<FeedRow>`
  select f.id, f.client_id, c.name as client, p.name as made_by, f.created_at, f.read_at
  from calendar_feeds f
  left join users c on c.id = f.client_id
  left join users p on p.id = f.made_by and p.deleted_at is null
  where f.agency_id = ${agencyId} and (f.client_id is null or c.deleted_at is null) and ${which}
  order by f.id desc`;

/** The agency's feeds, newest first. */
export const listFeeds = async (tx: Tx, agencyId: string): Promise<FeedRow[]> =>
  (await feedRows(agencyId).execute(tx)).rows;

/** One feed of the agency, or undefined. */
export const findFeed = async (
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<FeedRow | undefined> => (await feedRows(agencyId, sql`f.id = ${id}`).execute(tx)).rows[0];

/** Stores a new feed; answers its id. */
export async function insertFeed(
  tx: Tx,
  feed: { agencyId: string; clientId: string | null; tokenHash: Buffer; madeBy: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('calendar_feeds')
    .values({
      agency_id: feed.agencyId,
      client_id: feed.clientId,
      token_hash: feed.tokenHash,
      made_by: feed.madeBy,
      created_at: feed.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a feed; answers whether there was one. */
export async function deleteFeed(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A readable feed: its owner and its name. */
export type OpenFeed = {
  id: string;
  agency_id: string;
  client_id: string | null;
  client: string | null;
  agency: string;
};

/**
 * The feed of a token, by its hash, among all agencies. Undefined if there is none, if its client or agency is deleted,
 * or if its agency is stopped or suspended.
 */
export async function findOpenFeed(tx: Tx, tokenHash: Buffer): Promise<OpenFeed | undefined> {
  const { rows } = await sql<OpenFeed>`
    select f.id, f.agency_id, f.client_id, c.name as client, g.name as agency
    from calendar_feeds f
    join agencies g on g.id = f.agency_id
    left join users c on c.id = f.client_id
    where f.token_hash = ${tokenHash} and (f.client_id is null or c.deleted_at is null)
      and g.processing_stopped_at is null and g.deleting_at is null and g.suspended_at is null`.execute(tx);
  return rows[0];
}

/** Records that a feed has been read, at most once in a quarter of an hour. */
export async function noteRead(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`
    update calendar_feeds set read_at = ${now}
    where id = ${id} and (read_at is null or read_at < ${new Date(now.getTime() - 900_000)})`.execute(tx);
}
