/** The businesses of a trade in a town, from the map source or from the cache. */
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { askToStay, restsUntil } from '#sources/chooser.ts';
import { trades } from '#sources/places/trades.ts';
import type { Source } from '#sources/source.ts';
import { keywordWith } from '#sources/trends/terms.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { healthIn, keywordOf, pagesIn } from '../../content/stock/index.ts';
import { inSlot } from './slot.ts';

type Answer = Data<'find-businesses'>;

/** An answer without businesses. */
const nothing: Omit<Answer, 'state'> = {
  place: null,
  attribution: '© OpenStreetMap contributors',
  businesses: [],
  last_good_at: null,
  stale_since: null,
  again_at: null,
};

/**
 * Requests businesses from the map source, one request at a time. Throws a 422 for a trade that is not in the list, a
 * 409 with the source's message if it fails.
 */
export async function findBusinesses(
  services: Services,
  { town, trade }: Input<'find-businesses'>,
  caller: { agencyId: string; signal: AbortSignal },
): Promise<Answer> {
  const { signal } = caller;
  if (!trades.some(({ id }) => id === trade))
    throw new UserError(messages.noTrade, { status: 422, errors: { trade: messages.noTrade } });
  const [found] = await services.sources.of('business');
  if (found === undefined) return { ...nothing, state: 'not-configured' };
  const source: Source<'business'> = {
    ...found,
    search: (search) => inSlot(services.db, caller, () => found.search(search)),
  };
  const health = healthIn(services);
  const answer = await askToStay(
    { source, health, pages: pagesIn(services), now: services.clock },
    { keyword: keywordWith(trade, keywordOf(town)), cursor: null, signal },
  );
  const row = await health.read(found.id, 'business');
  const last_good_at = row?.answeredAt?.toISOString() ?? null;
  if (answer.kind !== 'found') {
    if (row?.failure?.kind !== 'rateLimited') throw new UserError(answer.message);
    return { ...nothing, state: 'quota-used-up', last_good_at, again_at: restsUntil(row)?.toISOString() ?? null };
  }
  return {
    ...nothing,
    state: 'answered',
    last_good_at,
    stale_since: answer.staleSince?.toISOString() ?? null,
    place: answer.results[0]?.town ?? null,
    businesses: answer.results.map((business) => ({
      id: business.id,
      name: business.name,
      address: business.address,
      site: business.site,
      phone: business.phone,
      email: business.email,
      hours: business.hours,
      latitude: business.latitude,
      longitude: business.longitude,
      page_url: business.pageUrl ?? '',
    })),
  };
}
