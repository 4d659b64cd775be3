/** Links by which a client connects its accounts without signing in. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id, line, noData, nothing } from '../base/fields.ts';

/** The choices of how many days a link is valid. */
export const linkDays = [1, 7, 30] as const;
export type LinkDays = (typeof linkDays)[number];

/** An account by its network and its name there. */
const named = z.object({ type: z.enum(networkIds), username: z.string() });

/** A link as the agency sees it; its token is shown only once, on creation. Times are ISO 8601 in UTC. */
export const connectLink = z.object({
  id: z.string(),
  /** `paused` and `deleted`: the link ended because its client was paused or deleted. */
  state: z.enum(['open', 'expired', 'revoked', 'paused', 'deleted']),
  /** The name of its creator; '' if that person has left. */
  made_by: z.string(),
  /** The address it was mailed to; null if it was copied. */
  mailed_to: z.string().nullable(),
  created: z.string(),
  expires: z.string(),
  ended: z.string().nullable(),
  /** How often it was opened, and when last. */
  uses: z.number().int(),
  used: z.string().nullable(),
  /** The accounts that were connected by it and are still connected in this way. */
  accounts: z.array(named),
});
export type ConnectLink = z.output<typeof connectLink>;

/** Creates a link for a client. It is either mailed to the client or answered as `url` to copy, never both. */
export const makeConnectLink = call('make-connect-link', {
  who: 'makeConnectLinks',
  changes: ['connect-links', 'activity'],
  input: z.object({
    client_id: id,
    days: z.literal(linkDays, 'Please choose 1, 7 or 30 days').default(7),
    send: z.boolean().default(false),
  }),
  data: z.object({ link: connectLink, url: z.string().nullable() }),
});

/** A client's links of the last months, newest first; at most 50. */
export const fetchConnectLinks = call('fetch-connect-links', {
  who: 'connectLinks',
  shows: ['person', 'accounts', 'connect-links'],
  input: z.object({ client_id: id }),
  data: z.array(connectLink),
});

/** Revokes a link, also for a person who is connecting with it right now. Connected accounts stay. */
export const endConnectLink = call('end-connect-link', {
  who: 'connectLinks',
  changes: ['connect-links', 'activity'],
  input: z.object({ id }),
  data: noData,
});

/** The agency that sent the link: its name and its logo's address. */
const asking = z.object({ name: z.string(), logo: z.string().nullable() });

/**
 * Exchanges a link's token for a session of at most an hour that may only connect accounts of its client. A link that
 * has ended says so; an unknown token is not found.
 */
export const openConnectLink = call('open-connect-link', {
  who: 'anyone',
  changes: ['connect-links', 'activity'],
  input: z.object({ token: line('Link', 100) }),
  data: z.discriminatedUnion('state', [
    z.object({ state: z.literal('open'), token: z.string() }),
    /**
     * The agency has stopped the processing of its data; the link works again once that is resumed, until `expires`.
     */
    z.object({ state: z.literal('stopped'), expires: z.string(), agency: asking }),
    z.object({ state: z.literal('ended'), why: z.enum(['expired', 'revoked']), agency: asking }),
  ]),
});
export type OpenedLink = z.output<typeof openConnectLink.data>;

/**
 * The page of a link: the agency that sent it, the client, and its connected accounts. Without a link, the caller's
 * own.
 */
export const fetchConnectPage = call('fetch-connect-page', {
  who: 'viewNetworks',
  shows: ['person', 'agency', 'clients', 'accounts', 'connect-links'],
  input: nothing,
  data: z.object({
    agency: asking,
    /** The client whose accounts are connected: the `user_id` of the connecting calls. */
    user_id: z.string(),
    name: z.string(),
    /** When the link expires, and who created it; null without one. */
    link: z.object({ expires: z.string(), made_by: z.string() }).nullable(),
    accounts: z.array(
      named.extend({ id: z.string(), status: z.enum(['connected', 'needs-reconnecting']), by_hand: z.boolean() }),
    ),
  }),
});
export type ConnectPage = z.output<typeof fetchConnectPage.data>;
