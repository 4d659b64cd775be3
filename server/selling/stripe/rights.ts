/** Tests the permissions that a key must have, with ids that do not exist, so that no object is created or changed. */
import type { StripeRight } from '#contract/people/accounts-stripe.ts';
import { asked, wordsOf, type Stripe } from './client.ts';

/** An id that no object has. */
const none = 'agencyreel_probe';

type Probe = { name: string; needed: string; ask: (stripe: Stripe) => Promise<unknown> };
const probes: readonly Probe[] = [
  { name: 'Products', needed: 'write', ask: (stripe) => stripe.products.update(none, {}) },
  { name: 'Prices', needed: 'write', ask: (stripe) => stripe.prices.update(none, {}) },
  { name: 'Customers', needed: 'write', ask: (stripe) => stripe.customers.update(none, {}) },
  { name: 'Checkout Sessions', needed: 'write', ask: (stripe) => stripe.checkout.sessions.expire(none) },
  {
    name: 'Customer portal',
    needed: 'write',
    ask: (stripe) => stripe.billingPortal.sessions.create({ customer: none }),
  },
  { name: 'Subscriptions', needed: 'write', ask: (stripe) => stripe.subscriptions.update(none, {}) },
  { name: 'Invoices', needed: 'read', ask: (stripe) => stripe.invoices.list({ limit: 1 }) },
  { name: 'Webhook Endpoints', needed: 'write', ask: (stripe) => stripe.webhookEndpoints.update(none, {}) },
];

/**
 * Tests every permission of a key. If Stripe has looked for the object, the key is permitted. Source:
 * docs.stripe.com/keys/restricted-api-keys, read 2026-11-22.
 */
export const probeRights = (stripe: Stripe): Promise<StripeRight[]> =>
  Promise.all(
    probes.map(async ({ name, needed, ask }): Promise<StripeRight> => {
      const answer = await asked(() => ask(stripe));
      switch (answer.kind) {
        case 'ok':
        case 'gone':
        case 'wrong': // of the made-up id, or of what is missing beside it
          return { name, state: 'right', words: `The key may ${needed} ${name}.` };
        case 'missing-right': {
          const right = answer.right === '' ? '' : ` (${answer.right})`;
          return {
            name,
            state: 'missing',
            words: `The key may not ${needed} ${name}${right}. Please allow it at Stripe.`,
          };
        }
        case 'refused-key':
          return { name, state: 'missing', words: wordsOf(answer) };
        case 'busy':
        case 'away':
          return { name, state: 'unknown', words: wordsOf(answer) };
        default:
          return answer satisfies never;
      }
    }),
  );
