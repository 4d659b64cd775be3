/** Searches the sources for one keyword, within their quotas. */
import type { WatchState } from '#contract/insights/keyword-alerts.ts';
import type { Result } from '#sources/source.ts';
import { keywordWith } from '#sources/trends/terms.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { healthIn, keywordOf } from '../../content/stock/index.ts';
import { askTrends } from '../trends/index.ts';
import type { Find } from './queries.ts';

type Means = Pick<Services, 'db' | 'sources' | 'clock' | 'config'>;

/** The outcome of a search at one source. */
export type Look = { state: WatchState; finds: Find[] };

/** The requests that are kept for people who search by hand, where a source reports its remaining quota. */
const leftToPeople = 20;

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);

const findOf = (source: Find['source'], result: Result<'trend'>): Find[] => {
  const { facts, id, title, pageUrl, author } = result;
  if (pageUrl === null || !/^https?:\/\//.test(pageUrl)) return [];
  const from = facts.of === 'reddit' ? `r/${facts.subreddit}` : author;
  return [{ source, reference: id, title: lineOf(title) || pageUrl.slice(0, 300), url: pageUrl, from: lineOf(from) }];
};

/**
 * The first page of a source for a keyword, from the cache while it is fresh. It is the same request as the first one
 * on the Trends page, so that both share the cached page.
 */
export async function lookAt(
  means: Means,
  { source, keyword, signal }: { source: Find['source']; keyword: string; signal: AbortSignal },
): Promise<Look> {
  const health = await healthIn(means).read(source, 'trend');
  const { quotaLeft = null, quotaResetsAt = null } = health ?? {};
  if (quotaLeft !== null && quotaLeft < leftToPeople && quotaResetsAt !== null && quotaResetsAt > means.clock())
    return { state: 'quota-used-up', finds: [] };
  try {
    const { standing, results } = await askTrends(means, {
      source,
      agencyId: null,
      keyword: keywordWith(source === 'reddit' ? 'relevance' : 'any', keywordOf(keyword)),
      cursor: null,
      signal,
    });
    const { state } = standing;
    return state === 'not-offered'
      ? { state: 'not-configured', finds: [] }
      : { state, finds: results.flatMap((result) => findOf(source, result)) };
  } catch (error) {
    if (error instanceof UserError) return { state: 'failed', finds: [] };
    throw error;
  }
}
