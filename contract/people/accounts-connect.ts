/** Connecting accounts on the networks' own consent pages. */
import { z } from 'zod';
import { byHandNetworks } from '#rules/by-hand.ts';
import { socialAccount } from './accounts.ts';
import { call } from '../base/call.ts';
import { id, line, text } from '../base/fields.ts';

/** The networks that have a consent page. */
export const consentNetworks = ['reddit', 'vimeo', 'facebook', 'twitter', 'youtube', 'linkedin'] as const;
export type ConsentNetwork = (typeof consentNetworks)[number];

/** Created by the browser for each attempt; `check-network-status` takes it. */
const key = z.string().regex(/^[\w-]{16,64}$/, 'This key is not valid');

/**
 * A ticket for one visit to a network's page: single use, ten minutes, bound to the caller, the network and `key`.
 * `url` is the address that the pop-up opens, `state` is returned by the network. `client_id` and `client_secret` are
 * the person's own app (Vimeo).
 */
export const connectTicket = call('connect-ticket', {
  who: 'connectAccounts',
  changes: [],
  input: z
    .object({
      network: z.enum(consentNetworks),
      user_id: id,
      key,
      client_id: text(300).default(''),
      client_secret: text(300).default(''),
    })
    .superRefine((input, { addIssue }) => {
      if (input.network !== 'vimeo') return;
      if (input.client_id === '') addIssue({ code: 'custom', path: ['client_id'], message: 'Client ID is required' });
      if (input.client_secret === '')
        addIssue({ code: 'custom', path: ['client_secret'], message: 'Client Secret is required' });
    }),
  data: z.object({ url: z.string(), state: z.string() }),
});

/** The state of the attempt with this key; for `false` the message says why. */
export const checkNetworkStatus = call('check-network-status', {
  who: 'connectAccounts',
  shows: ['accounts'],
  input: z.object({ key }),
  data: z.object({ status: z.union([z.literal(true), z.literal(false), z.literal('pending')]) }),
});

/** The query with which a network redirects the browser back: `state`, and a code or its refusal. */
const returned = z.object({ state: line('State', 200), code: text(4000).default(''), error: text(500).default('') });
const joined = z.object({ user_id: id, account: socialAccount });

/** Connects the chosen Twitter account, by the query of Twitter's redirect. */
export const twitterCallback = call('twitter-callback', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: returned,
  data: joined,
});
/** Connects the chosen LinkedIn account, by the query of LinkedIn's redirect. */
export const linkedinCallback = call('linkedin-callback', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: returned,
  data: joined,
});
/** Connects the chosen reddit account, by the query of reddit's redirect. */
export const connectReddit = call('connect-reddit', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: returned,
  data: joined,
});
/** Connects the chosen Vimeo account, by the query of Vimeo's redirect. */
export const saveVimeo = call('save-vimeo', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: returned,
  data: joined,
});
/** Connects the chosen YouTube channel, by the query of Google's redirect. */
export const saveYoutube = call('save-youtube', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: returned.extend({ user_id: id }),
  data: joined,
});

/** A page or group that can be connected, as the list shows it. Its token stays on the server. */
export const facebookTarget = z.object({ fb_id: z.string(), title: z.string(), category: z.enum(['page', 'group']) });
export type FacebookTarget = z.output<typeof facebookTarget>;

/**
 * The pages and groups after a log-in (`code`), or the following ones (no code). Each appears once, however often
 * Facebook lists it.
 */
export const facebookTargets = call('facebook-targets', {
  who: 'connectAccounts',
  changes: [],
  input: returned,
  data: z.object({ targets: z.array(facebookTarget), more: z.boolean() }),
});

/** Connects the chosen page or group. `token` is the `state` of the log-in that listed it. */
export const saveFacebook = call('save-facebook', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: z.object({
    user_id: id,
    title: text(500).default(''),
    token: line('Token', 200),
    fb_id: line('Page or group', 100),
    category: z.enum(['page', 'group']),
    email: text(254).default(''),
  }),
  data: joined,
});

/**
 * Connects an account to which a person posts by hand: Medium without a token, or a group on Facebook, by its name and
 * address. The same address again updates the account; an account that has lost its connection becomes one by hand, so
 * that its posts no longer wait.
 */
export const connectByHand = call('connect-by-hand', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: z.object({
    user_id: id,
    network: z.enum(byHandNetworks),
    name: line('Name', 200),
    url: line('Address', 1000).pipe(
      z.url({
        protocol: /^https$/,
        hostname: z.regexes.domain,
        error: 'Please enter an address that begins with https://',
      }),
    ),
  }),
  data: socialAccount,
});
