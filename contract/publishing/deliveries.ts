import { z } from 'zod';
import { decisions } from '#rules/delivery-buttons.ts';
import { deliveryStates } from '#rules/delivery-states.ts';
import { networkIds } from '#rules/eligibility.ts';
import { pauseScopes } from '#rules/pausing.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { id, instant, noData, text } from '../base/fields.ts';

/** The state of a delivery. */
export const deliveryState = z.enum(deliveryStates);

/** A person's choices for a delivery that could not be settled automatically. */
export const decision = z.enum(decisions);

/** One account of one scheduled item. */
export const socialNetwork = z.object({
  delivery_id: z.string(),
  account_id: z.string(),
  type: z.enum(networkIds),
  username: z.string(),
  /** True once posted. */
  status: z.boolean(),
  state: deliveryState,
  /** The pause that holds it back although it is due; null otherwise. Screens then say Paused. */
  paused: z.enum(pauseScopes).nullable(),
  /** The client's approval is missing; until then it is not sent. */
  unapproved: z.boolean(),
  /** Its due time: its item's time unless a person chose another. */
  due_at: instant,
  /** The earliest time it goes out, if its network has requested a wait beyond its due time; null otherwise. */
  waits_until: instant.nullable(),
  post_url: z.string().nullable(),
  message: z.string(),
  /** The actions that the person may choose now. */
  actions: z.array(decision),
});
export type SocialNetwork = z.output<typeof socialNetwork>;

/**
 * A person's decision about a delivery that could not be settled automatically. `post_url` goes with 'it-is-there' and
 * 'posted-by-hand'.
 */
export const resolveDelivery = call('resolve-delivery', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({
    delivery_id: id,
    decision,
    post_url: text(1000)
      .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })]))
      .optional(),
  }),
  data: noData,
});

/** Publishes several missed deliveries now, each as `resolve-delivery` does. */
export const publishMissed = call('publish-missed', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({ ids: someIds }),
  data: bulkOutcome,
});

/** Decides at once about all posts of a client that a restored backup did not see, each as `resolve-delivery` does. */
export const resolveUnseen = call('resolve-unseen', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({ client_id: id, decision: z.enum(['it-is-there', 'publish-again']) }),
  data: bulkOutcome,
});

/** One delivery in its current state, for the person who has just decided about it. */
export const fetchDelivery = call('fetch-delivery', {
  who: 'schedule',
  shows: ['accounts', 'posts', 'pauses'],
  input: z.object({ delivery_id: id }),
  data: socialNetwork,
});

/** Sends a scheduled item again to every account where it failed, and to no other. `id` is the item's. */
export const publishAgain = call('publish-again', {
  who: 'schedule',
  changes: ['schedules', 'posts'],
  input: z.object({ id }),
  data: noData,
});
