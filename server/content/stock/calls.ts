import type { Found, SearchType } from '#contract/content/stock.ts';
import { messages } from '#contract/messages.ts';
import type { Result } from '#sources/source.ts';
import { outside, type Handlers, type Services } from '../../base/handlers.ts';
import { presenters } from './present.ts';
import { searchPage, type PageSearch } from './search.ts';

/** Calls for searching the sources. */
export const sourceCalls = {
  'search-media': outside(async ({ search_type: kind, ...search }, { services, user, signal }) => {
    const data = await foundOf(services, { ...search, kind, agencyId: user.agencyId, signal });
    return { message: data.length === 0 ? messages.searchEnd : '', data };
  }),
} satisfies Partial<Handlers>;

async function foundOf<Type extends SearchType>(services: Services, search: PageSearch<Type>): Promise<Found[Type][]> {
  const { results, staleSince } = await searchPage(services, search);
  const present: (means: Services, result: Result<Type>, staleSince: Date | null) => Found[Type] =
    presenters[search.kind];
  return results.map((result) => present(services, result, staleSince));
}
