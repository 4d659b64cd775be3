/** Businesses that could become clients. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { instant, line, nothing } from '../base/fields.ts';

/** The kind of finder: another host's page in a frame, or our own with these trades. */
export const fetchFinder = call('fetch-finder', {
  who: 'findClients',
  shows: [],
  input: nothing,
  data: z.object({
    frame_url: z.string().nullable(),
    trades: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The map's tiles: an address with {z}, {x} and {y}, and its attribution. If null, outlines are drawn. */
    tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  }),
});

const known = z.string().nullable();

/**
 * The businesses of a trade in a town, at most 200. `state` and the instants are as for trends: no results if the map's
 * quota is used up or no map is configured. Missing facts are null.
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
    /** The place found for the town's name. */ place: known,
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
 * Reads the front page of a business: its title, the social pages it links to, and whether it has a feed with posts.
 * Private hosts are not contacted.
 */
export const lookAtSite = call('look-at-site', {
  who: 'findClients',
  shows: [],
  input: z.object({ url: line('Address', 500) }),
  data: z.object({
    /** False if the site could not be read; all other fields are then unknown. */ reached: z.boolean(),
    title: z.string(),
    description: z.string(),
    socials: z.array(z.object({ network: z.string(), url: z.string() })),
    /** The address of its feed; null if the page names none. */ feed: known,
    /** When the newest entry of the feed was posted; null if that is unknown. */ posted_at: instant.nullable(),
  }),
});
