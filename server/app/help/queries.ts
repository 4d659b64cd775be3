/** The queries of owners' changes to the help on their sites, and of readers' votes. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

/** An owner's version of one article, or an added one. */
export type SiteRow = {
  id: string;
  article: string | null;
  is_hidden: boolean;
  category: string;
  title: string;
  content: string | null;
};

/** An agency's rows, in the order in which they were created. */
export const listSiteRows = (tx: Tx, agencyId: string): Promise<SiteRow[]> =>
  tx
    .selectFrom('help_articles')
    .select(['id', 'article', 'is_hidden', 'category', 'title', 'content'])
    .where('agency_id', '=', agencyId)
    .orderBy('id')
    .execute();

/** Makes the agency's other saves of articles wait until this transaction ends, so that they cannot pass the limit. */
export async function lockSite(tx: Tx, agencyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('help-articles', ${agencyId}::bigint))`.execute(tx);
}

/** The articles of an agency's own, and the characters of these and of its replaced words, without one of them. */
export async function sizeOfSite(
  tx: Tx,
  { agencyId, except }: { agencyId: string; except: string | undefined },
): Promise<{ own: number; characters: number }> {
  const { rows } = await sql<{ own: number; characters: number }>`
    select count(*) filter (where article is null)::int as own, coalesce(sum(length(content)), 0)::int as characters
    from help_articles
    where agency_id = ${agencyId} and coalesce(article, 'own-' || id) is distinct from ${except ?? null}`.execute(tx);
  return rows[0] ?? { own: 0, characters: 0 };
}

type Words = { category: string; title: string; content: string };

/** Adds an article of the owner's own. */
export async function insertOwn(tx: Tx, agencyId: string, { now, ...words }: Words & { now: Date }): Promise<void> {
  await tx
    .insertInto('help_articles')
    .values({ ...words, agency_id: agencyId, article: null, changed_at: now })
    .execute();
}

/** Changes an own article; false if the agency has none with this id. */
export async function updateOwn(
  tx: Tx,
  { agencyId, id, now, ...change }: Partial<Words> & { is_hidden?: boolean; agencyId: string; id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('help_articles')
    .set({ ...change, changed_at: now })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('article', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores an owner's changes to a shipped article. Without texts and not hidden, there is nothing to store. */
export async function keepStandard(
  tx: Tx,
  kept: Words & { agencyId: string; article: string; isHidden: boolean; now: Date },
): Promise<void> {
  const { agencyId, article, isHidden, now, category, title, content } = kept;
  const words = { category, title, content: content === '' ? null : content, is_hidden: isHidden, changed_at: now };
  if (words.content === null && !isHidden) {
    await tx.deleteFrom('help_articles').where('agency_id', '=', agencyId).where('article', '=', article).execute();
    return;
  }
  await tx
    .insertInto('help_articles')
    .values({ ...words, agency_id: agencyId, article })
    .onConflict((conflict) => conflict.columns(['agency_id', 'article']).doUpdateSet(words))
    .execute();
}

/** Deletes an own article; false if the agency has none with this id. */
export async function deleteOwn(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('help_articles')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('article', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The helpdesk of an agency's site; undefined without one. */
export const findHelpdesk = async (tx: Tx, agencyId: string): Promise<string | undefined> =>
  (await tx.selectFrom('help_desks').select('address').where('agency_id', '=', agencyId).executeTakeFirst())?.address;

/** Sets the helpdesk of an agency's site. */
export async function saveHelpdesk(tx: Tx, desk: { agencyId: string; address: string; now: Date }): Promise<void> {
  const { agencyId, address, now } = desk;
  await tx
    .insertInto('help_desks')
    .values({ agency_id: agencyId, address, changed_at: now })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet({ address, changed_at: now }))
    .execute();
}

/** Removes the helpdesk of an agency's site. */
export async function removeHelpdesk(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('help_desks').where('agency_id', '=', agencyId).execute();
}

/** The most different searches stored; further ones are dropped until old ones are deleted. */
const mostSearches = 10_000;
/** How many days searches and ratings are kept after their last use. */
const keptDays = 180;

/** Searches that were not repeated for half a year. */
export const oldSearches = byTime({ table: 'help_searches', column: 'last_on', days: keptDays });
/** Ratings of half a year ago. */
export const oldRatings = byTime({ table: 'help_ratings', column: 'rated_on', days: keptDays });

/** Records a search without result. */
export async function noteSearch(tx: Tx, { words, now }: { words: string; now: Date }): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await sql`
    insert into help_searches (words, first_on, last_on)
    select ${words}, ${today}::date, ${today}::date
    where (select count(*) from help_searches) < ${mostSearches}
      or exists (select from help_searches where words = ${words})
    on conflict (words) do update set times = help_searches.times + 1, last_on = excluded.last_on`.execute(tx);
}

/** Records whether an article helped. */
export async function noteRating(
  tx: Tx,
  { article, isHelpful, words, now }: { article: string; isHelpful: boolean; words: string; now: Date },
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await tx.insertInto('help_ratings').values({ article, is_helpful: isHelpful, words, rated_on: today }).execute();
}

/** Searches without result, the most frequent first. */
export const listSearches = (tx: Tx) =>
  tx
    .selectFrom('help_searches')
    .select(['words', 'times', sql<string>`last_on::text`.as('last_on')])
    .orderBy('times', 'desc')
    .orderBy('last_on', 'desc')
    .limit(500)
    .execute();

/** How often each article helped, the least helpful first, with its comments, latest first. */
export async function listRatings(
  tx: Tx,
): Promise<{ article: string; yes: number; no: number; words: string[] | null }[]> {
  const { rows } = await sql<{ article: string; yes: number; no: number; words: string[] | null }>`
    select article, count(*) filter (where is_helpful)::int as yes, count(*) filter (where not is_helpful)::int as no,
      (array_agg(words order by id desc) filter (where words <> ''))[1:20] as words
    from help_ratings
    group by article
    order by no desc, article`.execute(tx);
  return rows;
}
