/** An agency's share of the requests to the configured sources, whose quotas apply to the whole installation. */
import type { SourceId } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import { takeTry, type Limit } from '../../base/limits/index.ts';

/** Requests of one agency to one source; a cached page costs none. */
const usual: Limit = { name: 'search-agency', most: 120, seconds: 3600 };
/** YouTube answers 100 searches a day. https://developers.google.com/youtube/v3/getting-started, as of 2026-11. */
const limits: Readonly<Partial<Record<SourceId, Limit>>> = {
  youtube: { name: 'search-agency', most: 40, seconds: 86_400 },
};

/** Counts a request of the agency to a source before it is sent; false if its share is used up. */
export const questionsOf =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>, agencyId: string) =>
  (source: SourceId): Promise<boolean> =>
    db.asSystem((tx) => takeTry(tx, limits[source] ?? usual, { who: agencyId, where: source, now: clock() }));
