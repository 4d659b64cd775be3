/** The rows of the sources: how each does, and the pages that are kept. Of no agency: they are the operator's. */
import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Health } from '#sources/chooser.ts';
import type { Failure, Kind, SourceId } from '#sources/source.ts';

/** A source's row as it stands. */
export type HealthRow = {
  source: string;
  kind: string;
  answered_at: Date | null;
  failed_at: Date | null;
  failure_kind: string | null;
  failure_message: string | null;
  retry_after_seconds: number | null;
  quota_left: number | null;
  quota_resets_at: Date | null;
};

/** How a source does; undefined if it has never been asked. */
export const findHealth = (tx: Tx, key: { source: SourceId; kind: Kind }): Promise<HealthRow | undefined> =>
  tx
    .selectFrom('source_health')
    .selectAll()
    .where('source', '=', key.source)
    .where('kind', '=', key.kind)
    .executeTakeFirst();

/** How every source that was ever asked does. */
export const listHealth = (tx: Tx): Promise<HealthRow[]> =>
  tx.selectFrom('source_health').selectAll().orderBy('source').orderBy('kind').execute();

/** Records how a source does. */
export async function saveHealth(tx: Tx, health: Health): Promise<void> {
  const { failure } = health;
  const row = {
    answered_at: health.answeredAt,
    failed_at: health.failedAt,
    failure_kind: failure?.kind ?? null,
    failure_message: failure?.message ?? null,
    retry_after_seconds: failure?.kind === 'rateLimited' ? failure.retryAfterSeconds : null,
    quota_left: health.quotaLeft,
    quota_resets_at: health.quotaResetsAt,
  };
  await tx
    .insertInto('source_health')
    .values({ source: health.source, kind: health.kind, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'kind']).doUpdateSet(row))
    .execute();
}

/** The last failure as a value; null for none and for a kind of failure that is not known any more. */
export function failureOf(row: HealthRow): Failure | null {
  const message = row.failure_message ?? '';
  switch (row.failure_kind) {
    case 'rateLimited':
      return { kind: 'rateLimited', retryAfterSeconds: row.retry_after_seconds, message };
    case 'unauthorized':
    case 'refused':
    case 'unreachable':
    case 'unreadable':
      return { kind: row.failure_kind, message };
    default:
      return null;
  }
}

/** Which page is kept; `cursor` '' for the first. */
export type PageRowKey = { source: SourceId; kind: Kind; keyword: string; cursor: string };

/** A kept page; its results are not judged yet. */
export type PageRow = { results: unknown; next: string | null; fetched_at: Date };

/** A kept page, or undefined; in one round trip, since most searches need no more than it. */
export async function findPage(db: Pick<Database, 'readTogether'>, key: PageRowKey): Promise<PageRow | undefined> {
  const [rows] = await db.readTogether<[PageRow]>([
    {
      text: `
        select results, next, fetched_at
        from source_pages
        where source = $1 and kind = $2 and keyword = $3 and cursor = $4`,
      values: [key.source, key.kind, key.keyword, key.cursor],
    },
  ]);
  return rows[0];
}

/** The source whose first page of a keyword is the youngest that is kept; undefined if none is. */
export async function findLastSource(
  tx: Tx,
  { kind, keyword, since }: { kind: Kind; keyword: string; since: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ source: string }>`
    select source from source_pages
    where kind = ${kind} and keyword = ${keyword} and cursor = '' and fetched_at > ${since}
    order by fetched_at desc limit 1`.execute(tx);
  return rows[0]?.source;
}

/** Keeps a page in the place of the one there was. */
export async function savePage(
  tx: Tx,
  {
    results,
    next,
    fetchedAt,
    ...key
  }: PageRowKey & { results: readonly unknown[]; next: string | null; fetchedAt: Date },
): Promise<void> {
  const row = { results: JSON.stringify(results), next, fetched_at: fetchedAt };
  await tx
    .insertInto('source_pages')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'keyword', 'cursor']).doUpdateSet(row))
    .execute();
}

/** The longest that any source lets a page be kept, days. */
const mostDays = 7;

/** Removes pages that no source lets be kept any longer. */
export async function deleteOldPages(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - mostDays * 86_400_000);
  await tx.deleteFrom('source_pages').where('fetched_at', '<', before).execute();
}
