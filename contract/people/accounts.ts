import { z } from 'zod';
import { lengthUnits } from '#rules/captions.ts';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { stripeAccount } from './accounts-stripe.ts';
import { id, line, noData, nothing } from '../base/fields.ts';

/** A connected social account. */
export const socialAccount = z.object({
  id: z.string(),
  user_id: z.string(),
  type: z.enum(networkIds),
  username: z.string(),
  created: z.string(),
  status: z.enum(['connected', 'needs-reconnecting']),
  message: z.string(),
  is_sample: z.boolean(),
  /** A person posts there by hand, because the network lets no program post. */
  by_hand: z.boolean(),
  /** Since when it is paused; null if the account itself is not. */
  paused_at: z.string().nullable(),
});
export type SocialAccount = z.output<typeof socialAccount>;

/** The facts about a network for the connect panel and the previews. */
export const networkInfo = z.object({
  type: z.enum(networkIds),
  available: z.boolean(),
  /** Why the icon is dimmed, for the person; '' if the network is available. */
  reason: z.string(),
  /**
   * The maximum length of a text, of a caption under a picture or video, and of a title, each in its unit; null for no
   * limit.
   */
  text_length: z.number().nullable(),
  caption_length: z.number().nullable(),
  title_length: z.number().nullable(),
  /** How the network counts texts and captions, and how titles. */
  length_unit: z.enum(lengthUnits),
  title_unit: z.enum(lengthUnits),
  /** The input that its connect dialog accepts, by field, if the sandbox replaces it; otherwise null. */
  sandbox_keys: z.record(z.string(), z.string()).nullable(),
});

/** Every network whose accounts can be connected, with its limits and how each text is counted. */
export const fetchNetworks = call('fetch-networks', {
  who: 'viewNetworks',
  shows: [],
  input: nothing,
  data: z.array(networkInfo),
});

/**
 * All accounts of the agency, or of one user; a client account gets only its own. `stripe` is for white-label payments.
 */
export const fetchSocialAccounts = call('fetch-social-accounts', {
  who: 'manageAccounts',
  shows: ['clients', 'accounts', 'pauses', 'memberships'],
  input: z.object({ user_id: id.optional() }),
  data: z.object({
    accounts: z.array(
      socialAccount.extend({
        /** The agency's other clients with the same account; hidden from client accounts. */
        shared_with: z.array(z.string()),
      }),
    ),
    stripe: z.array(stripeAccount),
  }),
});

const secret = (label: string) => line(label, 500);

/** Connects a chat or channel through its bot. A 422 says what Telegram refused. */
export const connectTelegram = call('connect-telegram', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: z.object({ user_id: id, chat_id: line('Chat id', 100), bot_token: secret('Bot token') }),
  data: socialAccount,
});

/** Connects a WordPress site by its application password. A 422 says what the site refused. */
export const saveWordpress = call('save-wordpress', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: z.object({
    user_id: id,
    url: line('URL', 500).pipe(z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })),
    username: line('Username', 200),
    password: secret('Password'),
  }),
  data: socialAccount,
});

/** Connects a Medium account by its integration token. A 422 says what Medium refused. */
export const saveMedium = call('save-medium', {
  who: 'connectAccounts',
  changes: ['accounts', 'connect-links', 'posts', 'activity'],
  input: z.object({ user_id: id, access_token: secret('Access token') }),
  data: socialAccount,
});

/** Removes an account; its waiting posts are cancelled. */
export const deleteSocial = call('delete-social', {
  who: 'deleteAccounts',
  changes: ['accounts', 'connect-links', 'schedules', 'posts', 'approvals', 'pauses', 'activity'],
  input: z.object({ id }),
  data: noData,
});
