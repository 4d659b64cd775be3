import type { Health, HealthStore, PageStore } from '#sources/chooser.ts';
import type { Services } from '../../base/handlers.ts';
import { failureOf, findHealth, findPage, saveHealth, savePage } from './queries.ts';
import { resultsOf } from './result-schema.ts';

/** Health of the sources, kept in the database. */
export const healthIn = ({ db }: Pick<Services, 'db'>): HealthStore => ({
  async read(source, kind) {
    const row = await db.asSystem((tx) => findHealth(tx, { source, kind }));
    if (row === undefined) return null;
    const health: Health = {
      source,
      kind,
      answeredAt: row.answered_at,
      failedAt: row.failed_at,
      failure: failureOf(row),
      quotaLeft: row.quota_left,
      quotaResetsAt: row.quota_resets_at,
    };
    return health;
  },
  write: (health) => db.asSystem((tx) => saveHealth(tx, health)),
});

/** Pages of configured sources, kept in the database. */
export const pagesIn = ({ db }: Pick<Services, 'db'>): PageStore => ({
  async read({ cursor, ...key }) {
    const row = await findPage(db, { ...key, cursor: cursor ?? '' });
    const results = row === undefined ? null : resultsOf(key.kind, row.results);
    return row === undefined || results === null ? null : { results, next: row.next, fetchedAt: row.fetched_at };
  },
  write: ({ cursor, ...key }, { results, next, fetchedAt }) =>
    db.asSystem((tx) => savePage(tx, { ...key, cursor: cursor ?? '', results, next, fetchedAt })),
});
