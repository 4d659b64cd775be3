import type { Tx } from '#db/database.ts';
import type { RemoteSource } from '#sources/source.ts';
import { listHealth } from './queries.ts';

/** The health of a configured source: `state` as a message, instants, and the remaining requests if it reports them. */
export type SourceState = {
  source: string;
  kind: string;
  isOn: boolean;
  answeredAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  quotaLeft: number | null;
  quotaResetsAt: Date | null;
};

/** The health of every configured source, and of sources used before they were turned off. */
export async function listSources(tx: Tx, remotes: readonly Pick<RemoteSource, 'id'>[]): Promise<SourceState[]> {
  const rows = await listHealth(tx);
  const on = new Set<string>(remotes.map(({ id }) => id));
  const known = rows.map((row) => ({
    source: row.source,
    kind: row.kind,
    isOn: on.has(row.source),
    answeredAt: row.answered_at,
    failedAt: row.failed_at,
    failure: row.failure_message,
    quotaLeft: row.quota_left,
    quotaResetsAt: row.quota_resets_at,
  }));
  const asked = new Set(rows.map(({ source }) => source));
  const unasked = remotes
    .filter(({ id }) => !asked.has(id))
    .map(({ id }) => ({
      source: id,
      kind: 'not asked yet',
      isOn: true,
      answeredAt: null,
      failedAt: null,
      failure: null,
      quotaLeft: null,
      quotaResetsAt: null,
    }));
  return [...known, ...unasked];
}
