import type { Call } from '../http/request.ts';
import given from './accounts.json' with { type: 'json' };
import { StripeRefusal } from './errors.ts';

/** The caller: the account of the key, and the rights of a restricted key. */
export type Caller = { account: string; rights: 'all' | readonly string[] };

/** The known accounts. */
export const accounts: readonly { id: string; name: string; email: string }[] = given.accounts;

type Right = { starts: string; name: string };
const rights: readonly Right[] = [
  { starts: '/v1/products', name: 'product' },
  { starts: '/v1/prices', name: 'plan' },
  { starts: '/v1/customers', name: 'customer' },
  { starts: '/v1/checkout/sessions', name: 'checkout_session' },
  { starts: '/v1/billing_portal', name: 'customer_portal' },
  { starts: '/v1/subscriptions', name: 'subscription' },
  { starts: '/v1/invoices', name: 'invoice' },
  { starts: '/v1/webhook_endpoints', name: 'webhook' },
  { starts: '/v1/events', name: 'event' },
];

/**
 * The caller; throws Stripe's refusal of a key that is unknown (401) or lacks the permission (403, which names it).
 * Permission to write includes reading. Source: docs.stripe.com/keys/restricted-api-keys, read 2026-11-22.
 */
export function callerOf({ headers, method, path }: Call, revoked: ReadonlySet<string>): Caller {
  const [, bearer = ''] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? [];
  const [, basic = ''] = /^Basic (.+)$/.exec(headers['authorization'] ?? '') ?? [];
  const key = bearer || (Buffer.from(basic, 'base64').toString().split(':')[0] ?? '');
  if (key === '') throw new StripeRefusal(401, 'You did not provide an API key.');
  const found = given.keys.find((each) => each.key === key && !revoked.has(key));
  if (found === undefined)
    throw new StripeRefusal(401, `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
  const held: Caller['rights'] = found.rights === 'all' || typeof found.rights === 'string' ? 'all' : found.rights;
  const right = rights.find(({ starts }) => path.startsWith(starts))?.name ?? 'accounts_kyc_basic';
  const needed = method === 'GET' ? [`rak_${right}_read`, `rak_${right}_write`] : [`rak_${right}_write`];
  if (held !== 'all' && !needed.some((one) => held.includes(one)))
    throw new StripeRefusal(
      403,
      `The provided key '${key.slice(0, 8)}****${key.slice(-4)}' does not have the required permissions for this ` +
        `endpoint on account '${found.account}'. Having the '${needed[0] ?? ''}' permission would allow this request ` +
        'to continue.',
    );
  return { account: found.account, rights: held };
}
