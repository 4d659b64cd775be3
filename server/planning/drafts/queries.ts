/** The queries of posts that are proposed for free slots, in the table `drafts`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';

type Key = { agencyId: string; id: string };

/** A draft's texts, accounts and slot. */
export type DraftFacts = {
  title: string;
  words: string;
  url: string;
  accountIds: readonly string[];
  localAt: string;
  timezone: string;
  dueAt: Date;
};

/** A draft with those of its accounts that are still connected. */
export type DraftRow = Pick<DraftFacts, 'title' | 'words' | 'url' | 'timezone'> & {
  id: string;
  client_id: string;
  client: string;
  accounts: { id: string; type: NetworkId; name: string }[];
  local_at: string;
  due_at: Date;
  created_at: Date;
};

const draftColumns = sql`
  d.id, d.client_id, (select u.name from users u where u.id = d.client_id) as client, d.title, d.words, d.url,
  d.local_at, d.timezone, d.due_at, d.created_at, coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id::text, 'type', a.network, 'name', a.username) order by a.id)
    from social_accounts a
    where a.id = any(d.account_ids) and a.agency_id = d.agency_id and a.user_id = d.client_id and a.deleted_at is null
  ), '[]') as accounts`;

/** The client of the drafts (null: all clients) and the interval of their instants, without its end (null: any). */
type Asked = { agencyId: string; clientId: string | null; between: { from: Date; to: Date } | null; limit: number };

/** Drafts, earliest slot first. */
export async function listDrafts(tx: Tx, { agencyId, clientId, between, limit }: Asked): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select ${draftColumns} from drafts d
    where d.agency_id = ${agencyId} ${clientId === null ? sql`` : sql`and d.client_id = ${clientId}`}
      ${between === null ? sql`` : sql`and d.due_at >= ${between.from} and d.due_at < ${between.to}`}
    order by d.due_at, d.id
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** How many drafts a client has. Locks the client, so that two calls at the same time do not both find room. */
export async function countDrafts(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<number> {
  await sql`select from users where id = ${clientId} and agency_id = ${agencyId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from drafts where agency_id = ${agencyId} and client_id = ${clientId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** One draft, locked for a change; undefined if there is none. */
export async function lockDraft(tx: Tx, { agencyId, id }: Key): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select ${draftColumns} from drafts d where d.agency_id = ${agencyId} and d.id = ${id} for update of d`.execute(tx);
  return rows[0];
}

/** Stores a draft; answers its id. */
export async function insertDraft(
  tx: Tx,
  draft: DraftFacts & { agencyId: string; clientId: string; createdBy: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('drafts')
    .values({
      agency_id: draft.agencyId,
      client_id: draft.clientId,
      title: draft.title,
      words: draft.words,
      url: draft.url,
      account_ids: [...draft.accountIds],
      local_at: draft.localAt,
      timezone: draft.timezone,
      due_at: draft.dueAt,
      created_by: draft.createdBy,
      created_at: draft.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a draft. */
export async function updateDraft(tx: Tx, { agencyId, id, ...draft }: Key & DraftFacts): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({
      title: draft.title,
      words: draft.words,
      url: draft.url,
      account_ids: [...draft.accountIds],
      local_at: draft.localAt,
      timezone: draft.timezone,
      due_at: draft.dueAt,
    })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a draft; false if there is none. */
export async function deleteDraftRow(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    delete from drafts where agency_id = ${agencyId} and id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}
