/** The rows of the sources: their health and their cached pages. They belong to the operator, not to an agency. */
import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Health } from '#sources/chooser.ts';
import type { Failure, Kind, SourceId } from '#sources/source.ts';
import { byTime } from '../../base/retention/index.ts';

/** A source's row as stored. */
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

/** The health of a source; undefined if it has never been used. */
export const findHealth = (tx: Tx, key: { source: SourceId; kind: Kind }): Promise<HealthRow | undefined> =>
  tx
    .selectFrom('source_health')
    .selectAll()
    .where('source', '=', key.source)
    .where('kind', '=', key.kind)
    .executeTakeFirst();

/** The health of every source that was ever used. */
export const listHealth = (tx: Tx): Promise<HealthRow[]> =>
  tx.selectFrom('source_health').selectAll().orderBy('source').orderBy('kind').execute();

/** Records the health of a source. */
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

/** The last failure as a value; null for none and for an unknown kind of failure. */
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

/** The key of a cached page; `cursor` is '' for the first. */
export type PageRowKey = { source: SourceId; kind: Kind; keyword: string; cursor: string };

/** A cached page; its results are not validated yet. */
export type PageRow = { results: unknown; next: string | null; fetched_at: Date };

/** A cached page, or undefined; in one round trip, since most searches need no more than it. */
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

/** The source whose cached first page of a keyword is the newest; undefined if none is cached. */
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

/** Caches a page, replacing the previous one. */
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

/** The longest time for which any source permits caching a page, in days. */
const mostDays = 7;

/** Pages that no source permits caching any longer. */
export const oldPages = byTime({ table: 'source_pages', column: 'fetched_at', days: mostDays });
