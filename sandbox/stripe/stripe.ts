import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, text, type Json } from '../json.ts';
import { api } from './api.ts';
import { happen, happenings } from './billing.ts';
import { checkout } from './checkout.ts';
import { usualSending } from './deliveries.ts';
import { invoicePage, portalPage } from './portal.ts';

/** Stripe: its API below `/v1`, and the pages that it hosts for buyers. */
export function stripe(context: Context, call: Call): Reply | Promise<Reply> {
  const { path } = call;
  if (path.startsWith('/v1/')) return api(context, call);
  const [, kind, rest = ''] = /^\/(pay|invoice|portal)\/([\w.-]+)$/.exec(path) ?? [];
  const row = context.state.tables.stripe.get(rest.split('.')[0] ?? '');
  switch (kind) {
    case 'pay':
      return checkout(context, call, row);
    case 'invoice':
      return invoicePage(context, call, row);
    case 'portal':
      return portalPage(context, call, row);
    default:
      return json(404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path}).` } });
  }
}

/**
 * `POST /control/stripe`: `{subscription, does}` triggers an event of a subscription (by default the newest),
 * `{sending}` changes how events arrive, `{refuse: [429]}` sets the statuses of the next calls, `{revoke: key}` ends a
 * key.
 */
export async function controlStripe(context: Context, body: Json): Promise<Reply> {
  const { stripe, state } = context;
  if (isJson(body['sending'])) stripe.sending = { ...usualSending, ...body['sending'] };
  if (Array.isArray(body['refuse'])) stripe.refusals.splice(0, Infinity, ...body['refuse'].map(Number));
  if (typeof body['revoke'] === 'string') stripe.revoked.add(body['revoke']);
  const what = happenings.find((one) => one === body['does']);
  if (what === undefined) return json(200, { sending: stripe.sending });
  const subscriptions = [...state.tables.stripe.values()].filter(({ object }) => object.object === 'subscription');
  const wished = text(body['subscription']);
  const row = wished === '' ? subscriptions.at(-1) : subscriptions.find(({ object }) => object.id === wished);
  if (row === undefined) return json(404, { error: 'there is no such subscription' });
  return json(200, (await happen(context, row, what)).object);
}
