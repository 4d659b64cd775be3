/** Businesses that could become clients. */
import { z } from 'zod';
import { call } from './call.ts';
import { instant, line, nothing } from './fields.ts';

/** What the finder is: a page of another host in a frame, or our own with these trades. */
export const fetchFinder = call('fetch-finder', {
  who: 'findClients',
  shows: [],
  input: nothing,
  data: z.object({
    frame_url: z.string().nullable(),
    trades: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Pictures of the map: an address with {z}, {x} and {y}, and whom it credits. Null without: outlines are drawn. */
    tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  }),
});

const known = z.string().nullable();

/**
 * The businesses of a trade in a town, at most 200. `state` and the instants as for trends: without results where the
 * map's quota is used up or it is not configured. Null for what the map does not know.
 */
export const findBusinesses = call('find-businesses', {
  who: 'findClients',
  shows: [],
  input: z.object({ town: line('Town', 100), trade: line('Trade', 40) }),
  data: z.object({
    state: z.enum(['answered', 'quota-used-up', 'not-configured']),
    last_good_at: instant.nullable(),
    stale_since: instant.nullable(),
    again_at: instant.nullable(),
    /** The place that the town was taken for. */ place: known,
    attribution: z.string(),
    businesses: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        address: z.string(),
        site: known,
        phone: known,
        email: known,
        hours: known,
        latitude: z.number(),
        longitude: z.number(),
        page_url: z.string(),
      }),
    ),
  }),
});

/**
 * A look at the front page of a business: its title, the social pages it links to, and whether it has a feed with
 * posts. Private hosts are not asked.
 */
export const lookAtSite = call('look-at-site', {
  who: 'findClients',
  shows: [],
  input: z.object({ url: line('Address', 500) }),
  data: z.object({
    /** False where the site could not be read; nothing is known of it then. */ reached: z.boolean(),
    title: z.string(),
    description: z.string(),
    socials: z.array(z.object({ network: z.string(), url: z.string() })),
    /** The address of its feed; null where the page names none. */ feed: known,
    /** When the newest entry of the feed was posted; null where that is not known. */ posted_at: instant.nullable(),
  }),
});
