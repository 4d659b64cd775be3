/**
 * The part of Stripe's API that the sandbox supports. Source: github.com/stripe/openapi, spec3.json, read 2026-11-22.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, text, type Json } from '../json.ts';
import { happen, pageOf } from './billing.ts';
import { invalid, lacking, missing, StripeRefusal } from './errors.ts';
import { listed, nestedFields, textsByName } from './form.ts';
import { accounts, callerOf } from './keys.ts';
import { all, change, drop, find, keep, newId, seconds } from './store.ts';
import type { StripeObject, StripeRow } from './rows.ts';

/** The most webhook endpoints of an account. Source: docs.stripe.com/webhooks, read 2026-11-22. */
const mostEndpoints = 16;

type Asked = { context: Context; account: string; fields: Json; id: string };

const kinds: Readonly<Record<string, string>> = {
  products: 'product',
  prices: 'price',
  customers: 'customer',
  'checkout/sessions': 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  webhook_endpoints: 'webhook_endpoint',
  events: 'event',
};

/** Answers a call of the API. */
export async function api(context: Context, call: Call): Promise<Reply> {
  try {
    const { account } = callerOf(call, context.stripe.revoked);
    const status = context.stripe.refusals.shift();
    if (status !== undefined)
      throw new StripeRefusal(status, 'The sandbox was set to refuse this.', { type: 'api_error' });
    const fields = nestedFields(
      new URLSearchParams([...call.query, ...new URLSearchParams(call.body.toString('utf8'))]),
    );
    return await once(context, call, account, () => answer(call, { context, account, fields }));
  } catch (error) {
    if (error instanceof StripeRefusal) return error.reply();
    throw error;
  }
}

/**
 * Executes a POST with an idempotency key once: the same key gives the same answer, and is refused with other
 * parameters. Source: docs.stripe.com/api/idempotent_requests, read 2026-11-22.
 */
async function once(context: Context, call: Call, account: string, work: () => Promise<Reply>): Promise<Reply> {
  const key = call.headers['idempotency-key'];
  if (key === undefined || call.method !== 'POST') return work();
  const id = `idempotency ${key}`;
  const asked = `${call.path} ${call.body.toString('utf8')}`;
  const before = find(context, account, id);
  if (before === undefined) {
    const reply = await work();
    if (reply.status < 500)
      await keep(context, { account, hidden: { asked, ...reply }, object: { id, object: 'idempotency' } });
    return reply;
  }
  if (before.hidden['asked'] !== asked)
    throw new StripeRefusal(400, 'Keys for idempotent requests can only be used with the same parameters.', {
      type: 'idempotency_error',
    });
  return json(Number(before.hidden['status']), JSON.parse(text(before.hidden['body'])), {
    'idempotent-replayed': 'true',
  });
}

async function answer({ method, path }: Call, asked: Omit<Asked, 'id'>): Promise<Reply> {
  const parts = path.replace(/^\/v1\//, '').split('/');
  const nested = parts[0] === 'checkout' || parts[0] === 'billing_portal';
  const resource = parts.slice(0, nested ? 2 : 1).join('/');
  const [id = '', action = ''] = parts.slice(nested ? 2 : 1);
  const given = { ...asked, id };
  if (resource === 'account')
    return json(200, { object: 'account', ...accounts.find((one) => one.id === asked.account) });
  if (resource === 'billing_portal/sessions' && method === 'POST') return shown(given, await openPortal(given));
  const kind = kinds[resource];
  if (kind === undefined) throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
  if (method === 'GET' && id === '') return list(given, kind);
  if (id === '') return shown(given, await create(given, kind));
  const row = find(asked.context, asked.account, id);
  if (row === undefined || row.object.object !== kind) throw missing(kind, id);
  if (method === 'GET') return shown(given, row.object);
  if (method === 'DELETE') return remove(given, row);
  if (action === 'expire') return shown(given, (await change(asked.context, row, { status: 'expired' })).object);
  if (action !== '') throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
  return shown(given, await update(given, row));
}

function shown({ context, account, fields }: Asked, object: StripeObject): Reply {
  const expanded: Json = { ...object };
  for (const name of listed(fields['expand']).map(text)) {
    const row = find(context, account, text(expanded[name]));
    if (row !== undefined) expanded[name] = row.object;
  }
  return json(200, expanded);
}

function list({ context, account, fields }: Asked, kind: string): Reply {
  const limit = Math.min(100, Number(fields['limit'] ?? 10));
  const found = all(context, account, kind).filter(({ object }) =>
    ['customer', 'subscription', 'active', 'product'].every(
      (name) => fields[name] === undefined || String(object[name]) === fields[name],
    ),
  );
  const from = found.findIndex(({ object }) => object.id === fields['starting_after']) + 1;
  const data = found.slice(from, from + limit).map(({ object }) => object);
  return json(200, { object: 'list', data, has_more: from + limit < found.length, url: `/v1/${kind}s` });
}

function create(asked: Asked, kind: string): Promise<StripeObject> {
  switch (kind) {
    case 'product':
      return make(asked, 'prod', { object: kind, active: true, name: needed(asked, 'name') });
    case 'price':
      return createPrice(asked);
    case 'customer':
      return make(asked, 'cus', {
        object: kind,
        email: asked.fields['email'] ?? null,
        name: asked.fields['name'] ?? null,
      });
    case 'checkout.session':
      return createSession(asked);
    case 'webhook_endpoint':
      return createEndpoint(asked);
    default:
      throw new StripeRefusal(404, `This cannot be created here: ${kind}.`);
  }
}

function needed({ fields }: Asked, name: string): string {
  const value = text(fields[name]);
  if (value === '') throw lacking(name);
  return value;
}

function make(
  { context, account, fields }: Asked,
  prefix: string,
  object: Json & { object: string },
  hidden: Json = {},
): Promise<StripeObject> {
  const id = newId(prefix);
  const common = { metadata: textsByName(fields['metadata']), created: seconds(context), livemode: false };
  return keep(context, { account, hidden, object: { id, ...common, ...object } });
}

function createPrice(asked: Asked): Promise<StripeObject> {
  const { context, account, fields } = asked;
  const product = needed(asked, 'product');
  if (find(context, account, product) === undefined) throw missing('product', product);
  const amount = needed(asked, 'unit_amount');
  if (!/^\d+$/.test(amount)) throw invalid('unit_amount', `Invalid integer: ${amount}`);
  const recurring = isJson(fields['recurring']) ? fields['recurring'] : {};
  const interval = text(recurring['interval']);
  if (!['day', 'week', 'month', 'year'].includes(interval)) throw lacking('recurring[interval]');
  return make(asked, 'price', {
    object: 'price',
    active: true,
    product,
    unit_amount: Number(amount),
    currency: needed(asked, 'currency'),
    recurring: { interval, interval_count: 1 },
    type: 'recurring',
  });
}

async function createSession(asked: Asked): Promise<StripeObject> {
  const { context, account, fields } = asked;
  const line: unknown = listed(fields['line_items'])[0];
  const price = find(context, account, isJson(line) ? text(line['price']) : '');
  if (price === undefined) throw missing('price', isJson(line) ? text(line['price']) : '');
  if (price.object['active'] !== true) throw invalid('line_items[0][price]', 'The price specified is inactive.');
  const data = isJson(fields['subscription_data']) ? fields['subscription_data'] : {};
  const id = newId('cs_test');
  return keep(context, {
    account,
    hidden: { price: price.object.id, metadata: textsByName(data['metadata']) },
    object: {
      id,
      object: 'checkout.session',
      mode: needed(asked, 'mode'),
      status: 'open',
      payment_status: 'unpaid',
      customer: fields['customer'] ?? null,
      customer_email: fields['customer_email'] ?? null,
      customer_details: null,
      subscription: null,
      client_reference_id: fields['client_reference_id'] ?? null,
      metadata: textsByName(fields['metadata']),
      success_url: needed(asked, 'success_url'),
      cancel_url: fields['cancel_url'] ?? null,
      url: pageOf(context, `pay/${id}`),
      created: seconds(context),
      expires_at: seconds(context) + 86_400,
      livemode: false,
    },
  });
}

async function createEndpoint(asked: Asked): Promise<StripeObject> {
  const { context, account, fields } = asked;
  const url = needed(asked, 'url');
  if (!/^https?:\/\//.test(url)) throw invalid('url', 'Invalid URL: An explicit scheme must be provided.');
  if (all(context, account, 'webhook_endpoint').length >= mostEndpoints)
    throw new StripeRefusal(400, `You have reached the maximum of ${mostEndpoints} test webhook endpoints.`);
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const enabled = listed(fields['enabled_events']).map(text);
  if (enabled.length === 0) throw lacking('enabled_events');
  const made = await make(
    asked,
    'we',
    { object: 'webhook_endpoint', url, enabled_events: enabled, status: 'enabled' },
    { secret },
  );
  return { ...made, secret }; // shown only once
}

async function openPortal(asked: Asked): Promise<StripeObject> {
  const { context, account, fields } = asked;
  const customer = needed(asked, 'customer');
  if (find(context, account, customer)?.object.object !== 'customer') throw missing('customer', customer);
  const id = newId('bps');
  const token = randomBytes(24).toString('base64url');
  const url = pageOf(context, `portal/${id}.${token}`);
  return keep(context, {
    account,
    hidden: { token },
    object: { id, object: 'billing_portal.session', customer, return_url: fields['return_url'] ?? null, url },
  });
}

async function update({ context, fields }: Asked, row: StripeRow): Promise<StripeObject> {
  if (row.object.object === 'subscription') {
    if (fields['cancel_at_period_end'] === 'true') return (await happen(context, row, 'cancel-later')).object;
    return (await change(context, row, withMetadata(row, fields))).object;
  }
  const set: Json = withMetadata(row, fields);
  if (fields['active'] !== undefined) set['active'] = fields['active'] === 'true';
  for (const name of ['name', 'email', 'url']) if (fields[name] !== undefined) set[name] = fields[name];
  return (await change(context, row, set)).object;
}

const withMetadata = ({ object }: StripeRow, fields: Json): Json => ({
  metadata: { ...textsByName(object['metadata']), ...textsByName(fields['metadata']) },
});

async function remove({ context }: Asked, row: StripeRow): Promise<Reply> {
  const { id, object } = row.object;
  if (object === 'subscription') {
    if (row.object['status'] === 'canceled') throw missing('subscription', id);
    return json(200, (await happen(context, row, 'cancel')).object);
  }
  await drop(context, id);
  return json(200, { id, object, deleted: true });
}
