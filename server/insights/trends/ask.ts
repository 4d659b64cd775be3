/** Requests a page of trends from a source, and answers it with the state that the screen shows. */
import type { TrendState } from '#contract/insights/trends.ts';
import { askToStay, restsUntil, type Health } from '#sources/chooser.ts';
import type { Result, SourceId } from '#sources/source.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { healthIn, pagesIn, questionsOf } from '../../content/stock/index.ts';

type Means = Pick<Services, 'db' | 'sources' | 'clock' | 'config'>;

/** The facts beside the results of every source, for the reply. */
export type Standing = {
  state: TrendState;
  last_good_at: string | null;
  stale_since: string | null;
  again_at: string | null;
  is_sample: boolean;
};

/** A page of trends with the state of its source; without results unless the state is `answered`. */
export type Asked = { standing: Standing; results: readonly Result<'trend'>[]; next: string | null };

/** `agencyId`: the agency of the person who makes the request; null for a job. */
type Question = {
  source: SourceId;
  agencyId: string | null;
  keyword: string;
  cursor: string | null;
  signal: AbortSignal;
};

/** The state of a source that gets no request. */
export const unasked = (state: TrendState): Standing => ({
  state,
  last_good_at: null,
  stale_since: null,
  again_at: null,
  is_sample: false,
});

/**
 * Requests a page from one source of trends. A used-up quota and a source that is not configured are states; any other
 * failure throws a 409 in the source's words, unless a cached page can be shown instead.
 */
export async function askTrends(means: Means, { source: id, agencyId, ...search }: Question): Promise<Asked> {
  const source = (await means.sources.of('trend')).find((each) => each.id === id);
  const isSample = means.config.sources.some((each) => each.id === id && each.isSample === true);
  // Nobody is mailed samples.
  if (source === undefined || (isSample && agencyId === null))
    return { standing: unasked('not-configured'), results: [], next: null };
  const store = healthIn(means);
  const limit = agencyId === null ? {} : { takeQuestion: questionsOf(means, agencyId) };
  // Samples are not kept: they would be shown as results once the source is configured.
  const kept = isSample ? {} : { pages: pagesIn(means) };
  const answer = await askToStay({ source, health: store, ...kept, ...limit, now: means.clock }, search);
  const health = await store.read(id, 'trend');
  const standing: Standing = {
    state: 'answered',
    last_good_at: health?.answeredAt?.toISOString() ?? null,
    stale_since: null,
    again_at: null,
    is_sample: isSample,
  };
  if (answer.kind === 'found') {
    const next = answer.next?.slice(`${id}:`.length) ?? null;
    const stale_since = answer.staleSince?.toISOString() ?? null;
    return { standing: { ...standing, stale_since }, results: answer.results, next };
  }
  if (!isUsedUp(answer.kind, health, means.clock())) throw new UserError(answer.message);
  const again = health === null ? null : restsUntil(health);
  return {
    standing: { ...standing, state: 'quota-used-up', again_at: again?.toISOString() ?? null },
    results: [],
    next: null,
  };
}

/**
 * Whether a source gave no page because its quota is used up: just now, or at the time since which it gets no requests.
 */
function isUsedUp(kind: string, health: Health | null, now: Date): boolean {
  if (kind === 'rateLimited') return true;
  if (health === null) return false;
  const rests = restsUntil(health);
  if (rests === null || rests <= now) return false;
  return health.quotaLeft === 0 || health.failure?.kind === 'rateLimited';
}
