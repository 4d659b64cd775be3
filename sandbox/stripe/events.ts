/** Events: stored, signed and sent to the endpoints of the account. */
import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { isJson, text, texts } from '../json.ts';
import { all, keep, newId, seconds } from './store.ts';
import type { StripeObject, StripeRow } from './rows.ts';

/** The supported version of the API. */
export const apiVersion = '2026-08-26.dahlia';
/** Waits before a refused event is sent again; Stripe's own are minutes and hours. */
const againMs = [1000, 4000, 15_000, 60_000];

/**
 * The `Stripe-Signature` of a body. Source: docs.stripe.com/webhooks/signature, read 2026-11-22: HMAC-SHA256 of
 * `<seconds>.<body>` under the endpoint's secret.
 */
export function signatureOf(body: string, { secret, at }: { secret: string; at: number }): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Makes an event about an object and sends it. */
export async function tell(context: Context, account: string, type: string, object: StripeObject): Promise<void> {
  const event = await keep(context, {
    account,
    hidden: {},
    object: {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: seconds(context),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
  });
  for (const endpoint of all(context, account, 'webhook_endpoint'))
    if (wants(endpoint, type)) send(context, endpoint, event);
}

const wants = ({ object }: StripeRow, type: string): boolean => {
  const enabled = texts(object['enabled_events']);
  return object['status'] === 'enabled' && (enabled.includes('*') || enabled.includes(type));
};

function send(context: Context, endpoint: StripeRow, event: StripeObject): void {
  const { stripe } = context;
  stripe.sent += 1;
  const { delayMs, spreadMs, copies, dropEvery } = stripe.sending;
  if (dropEvery > 0 && stripe.sent % dropEvery === 0) return;
  for (let copy = 0; copy < copies; copy += 1)
    stripe.later(delayMs + Math.random() * spreadMs, () => void deliver(context, { endpoint, event, tries: 0 }));
}

type Delivery = { endpoint: StripeRow; event: StripeObject; tries: number };

async function deliver(context: Context, delivery: Delivery): Promise<void> {
  const { endpoint, event, tries } = delivery;
  const body = JSON.stringify(event, null, 2);
  const secret = context.stripe.sending.forged ? 'whsec_of_somebody_else' : text(endpoint.hidden['secret']);
  const isTaken = await fetch(text(endpoint.object['url']), {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, { secret, at: seconds(context) }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  const wait = againMs[tries];
  const isThere = isJson(context.state.tables.stripe.get(endpoint.object.id));
  if (!isTaken && wait !== undefined && isThere)
    context.stripe.later(wait, () => void deliver(context, { ...delivery, tries: tries + 1 }));
}
