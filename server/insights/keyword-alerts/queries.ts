/** The queries of watched keywords and of their finds. */
import { sql } from 'kysely';
import type { WatchState } from '#contract/insights/keyword-alerts.ts';
import type { Tx } from '#db/database.ts';
import { byId } from '../../base/retention/index.ts';

type Key = { agencyId: string; id: string };

const keywordRows = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('watched_keywords')
    .select(['id', 'client_id', 'keyword', 'checked_at', 'reddit_state', 'youtube_state'])
    .select((of) =>
      of
        .selectFrom('keyword_finds')
        .whereRef('keyword_finds.keyword_id', '=', 'watched_keywords.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('finds_total'),
    )
    .where('agency_id', '=', agencyId);

/** A client's keywords, latest first. */
export const listKeywords = (tx: Tx, { agencyId, clientId }: { agencyId: string; clientId: string }) =>
  keywordRows(tx, agencyId).where('client_id', '=', clientId).orderBy('id', 'desc').execute();
export type KeywordRow = Awaited<ReturnType<typeof listKeywords>>[number];

/** One keyword, or undefined. */
export const findKeyword = (tx: Tx, { agencyId, id }: Key): Promise<KeywordRow | undefined> =>
  keywordRows(tx, agencyId).where('id', '=', id).executeTakeFirst();

/** A find as it is shown. */
export type FindRow = {
  id: string;
  keyword_id: string;
  source: string;
  title: string;
  url: string;
  found_from: string;
  found_at: Date;
};

/** The latest finds of each of these keywords, at most `each` per keyword. */
export async function listLatestFinds(
  tx: Tx,
  { agencyId, keywordIds, each }: { agencyId: string; keywordIds: readonly string[]; each: number },
): Promise<FindRow[]> {
  const { rows } = await sql<FindRow>`
    select f.id, f.keyword_id, f.source, f.title, f.url, f.found_from, f.found_at
    from unnest(${keywordIds}::bigint[]) as k (id)
    cross join lateral (
      select * from keyword_finds
      where keyword_id = k.id and agency_id = ${agencyId}
      order by id desc
      limit ${each}
    ) f
    order by f.id desc`.execute(tx);
  return rows;
}

/** Locks a client, so that only one transaction at a time counts and adds its keywords. */
export const lockClient = (tx: Tx, { agencyId, clientId }: { agencyId: string; clientId: string }) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('id', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Watches a keyword; answers its id, or null if it is watched for this client already. */
export async function insertKeyword(
  tx: Tx,
  row: { agencyId: string; clientId: string; keyword: string; createdBy: string; now: Date },
): Promise<string | null> {
  const made = await tx
    .insertInto('watched_keywords')
    .values({
      agency_id: row.agencyId,
      client_id: row.clientId,
      keyword: row.keyword,
      created_by: row.createdBy,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Deletes a keyword and its finds; false if there is none. */
export async function deleteKeyword(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .deleteFrom('watched_keywords')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A keyword that may be due, with its agency's zone and the agency's day of its last search. */
export type DueKeyword = {
  id: string;
  agencyId: string;
  keyword: string;
  timezone: string;
  checkedOn: string;
};

/** Keywords that may be due, longest waiting first: at most `most`, where nothing is paused or deleted. */
export async function listDueKeywords(tx: Tx, { before, most }: { before: Date; most: number }): Promise<DueKeyword[]> {
  const { rows } = await sql<DueKeyword>`
    select w.id, w.agency_id as "agencyId", w.keyword, g.timezone, w.checked_on as "checkedOn"
    from watched_keywords w
    join users u on u.id = w.client_id
    join agencies g on g.id = w.agency_id
    where (w.checked_at is null or w.checked_at < ${before})
      and u.deleted_at is null and u.paused_at is null
      and g.deleting_at is null and g.processing_stopped_at is null and g.lapsed_at is null
    order by w.checked_at nulls first, w.id
    limit ${most}`.execute(tx);
  return rows;
}

/** How many keyword searches YouTube has got since an instant, from all agencies together. */
export async function countSearchedAtYoutube(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('watched_keywords')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('youtube_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks a keyword while its finds are written; false if it is no longer watched. */
export async function lockKeyword(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .selectFrom('watched_keywords')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** One result of a search. */
export type Find = { source: 'reddit' | 'youtube'; reference: string; title: string; url: string; from: string };

/** Stores those results that are not stored yet. */
export async function insertFinds(
  tx: Tx,
  { agencyId, id, finds, now }: Key & { finds: readonly Find[]; now: Date },
): Promise<void> {
  if (finds.length === 0) return;
  await tx
    .insertInto('keyword_finds')
    .values(
      finds.map(({ source, reference, title, url, from }) => ({
        agency_id: agencyId,
        keyword_id: id,
        source,
        reference,
        title,
        url,
        found_from: from,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['keyword_id', 'source', 'reference']).doNothing())
    .execute();
}

/** Records a search. `checkedOn`: the agency's day if the search of that day is done, null if it is to be retried. */
export async function noteChecked(
  tx: Tx,
  look: Key & {
    now: Date;
    checkedOn: string | null;
    reddit: WatchState;
    youtube: WatchState;
    searchedYoutube: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('watched_keywords')
    .set({
      reddit_state: look.reddit,
      youtube_state: look.youtube,
      ...(look.checkedOn === null ? {} : { checked_on: look.checkedOn, checked_at: look.now }),
      ...(look.searchedYoutube ? { youtube_at: look.now } : {}),
    })
    .where('agency_id', '=', look.agencyId)
    .where('id', '=', look.id)
    .execute();
}

/** Finds that are shown no longer. */
export const oldFinds = byId({ table: 'keyword_finds', column: 'found_at', days: 'finds' });
