import { trades } from '#sources/places/trades.ts';
import { outside, type Handlers } from '../../base/handlers.ts';
import { findBusinesses } from './find.ts';
import { lookAt } from './look.ts';

/** The handlers of the calls in contract/insights/prospects-finder.ts. */
export const finderCalls = {
  'fetch-finder': async (_input, { services }) => ({
    message: '',
    data: {
      frame_url: services.config.businessFinderUrl,
      trades: trades.map(({ id, name }) => ({ id, name })),
      tiles: services.config.mapTiles,
    },
  }),

  'find-businesses': outside(async (input, { services, user: { agencyId }, signal }) => ({
    message: '',
    data: await findBusinesses(services, input, { agencyId, signal }),
  })),

  'look-at-site': outside(async ({ url }, { services, signal }) => ({
    message: '',
    data: await lookAt(url, { http: services.http, signal }),
  })),
} satisfies Partial<Handlers>;
