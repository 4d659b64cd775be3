import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { test, type TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { aSandbox, ask, posted } from '../testing.ts';

const full = 'sk_test_sandboxSunriseSecretKey0001';

async function aSeller(t: TestContext, key = full) {
  const sandbox = await aSandbox(t);
  const call = async (method: string, path: string, form: Record<string, string> = {}, headers = {}) => {
    const query = new URLSearchParams(form);
    const isGet = method === 'GET';
    return ask(`${sandbox.stripeApiUrl}/v1/${path}${isGet ? `?${query}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(isGet ? {} : { body: query }),
    });
  };
  const steer = (body: Json) => ask(`${sandbox.controlUrl}/stripe`, posted(body));
  return { sandbox, call, steer };
}

async function aMembership({ call }: Awaited<ReturnType<typeof aSeller>>) {
  const product = await call('POST', 'products', { name: 'Gold', 'metadata[membership]': '7' });
  const price = await call('POST', 'prices', {
    product: text(product.body['id']),
    unit_amount: '1900',
    currency: 'usd',
    'recurring[interval]': 'month',
  });
  return text(price.body['id']);
}

async function anEndpoint(t: TestContext, { call }: Awaited<ReturnType<typeof aSeller>>) {
  const taken: { body: string; signature: string }[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      taken.push({
        body: Buffer.concat(chunks).toString(),
        signature: String(request.headers['stripe-signature']),
      });
      arrivals.emit('taken');
      response.end();
    });
  }).listen(0, '127.0.0.1');
  t.onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const made = await call('POST', 'webhook_endpoints', {
    url: `http://127.0.0.1:${port}/hook`,
    'enabled_events[]': '*',
  });
  const untilTaken = async (count: number) => {
    while (taken.length < count) await once(arrivals, 'taken');
    return taken.map(({ body }) => {
      const event: unknown = JSON.parse(body);
      return isJson(event) ? text(event['type']) : '';
    });
  };
  return { secret: text(made.body['secret']), id: text(made.body['id']), taken, untilTaken };
}

test('a restricted key is refused with the right that it lacks, before anything else is checked', async (t) => {
  const { call } = await aSeller(t, 'rk_test_sandboxSunriseNoPortal00003');
  const refused = await call('POST', 'billing_portal/sessions', { customer: 'cus_none' });
  assert.equal(refused.status, 403);
  assert.match(refused.text, /rak_customer_portal_write/);
  assert.equal((await call('POST', 'products/prod_none')).status, 404);
  assert.equal((await call('GET', 'account')).status, 403);
});

test('an unknown key is refused and not repeated in full', async (t) => {
  const { call } = await aSeller(t, 'sk_test_nobody_knows_this_key');
  const refused = await call('GET', 'account');
  assert.equal(refused.status, 401);
  assert.doesNotMatch(refused.text, /nobody_knows_this/);
});

test('a buyer pays on the hosted page, and the seller learns of it through signed events', async (t) => {
  const seller = await aSeller(t);
  const { call } = seller;
  const endpoint = await anEndpoint(t, seller);
  const session = await call('POST', 'checkout/sessions', {
    mode: 'subscription',
    'line_items[0][price]': await aMembership(seller),
    'line_items[0][quantity]': '1',
    success_url: 'http://localhost:1/done?session={CHECKOUT_SESSION_ID}',
    'subscription_data[metadata][membership]': '7',
  });
  const page = text(session.body['url']);
  assert.match((await ask(page)).text, /Subscribe to Gold[^]*\$19\.00/);
  const pay = (card: string) =>
    fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay', email: 'bea@buyer.test', name: 'Bea', card }),
      redirect: 'manual',
    });
  assert.match(await (await pay('4000000000000002')).text(), /declined/);
  const paid = await pay('4242424242424242');
  assert.equal(paid.headers.get('location'), `http://localhost:1/done?session=${text(session.body['id'])}`);
  const after = await call('GET', `checkout/sessions/${text(session.body['id'])}`, { 'expand[]': 'subscription' });
  const subscription = after.body['subscription'];
  assert.ok(isJson(subscription) && isJson(subscription['metadata']));
  assert.deepEqual([subscription['status'], subscription['metadata']['membership']], ['active', '7']);
  assert.deepEqual((await endpoint.untilTaken(4)).toSorted(), [
    'checkout.session.completed',
    'customer.created',
    'customer.subscription.created',
    'invoice.paid',
  ]);
  const [first] = endpoint.taken;
  const [, at = '', sign] = /^t=(\d+),v1=(\w+)$/.exec(first?.signature ?? '') ?? [];
  assert.equal(sign, createHmac('sha256', endpoint.secret).update(`${at}.${first?.body}`).digest('hex'));
  assert.equal((await call('GET', `webhook_endpoints/${endpoint.id}`)).body['secret'], undefined);
});

test('a call with an idempotency key runs once, and is refused with other parameters', async (t) => {
  const { call } = await aSeller(t);
  const headers = { 'idempotency-key': 'one' };
  const [a, b] = [
    await call('POST', 'products', { name: 'A' }, headers),
    await call('POST', 'products', { name: 'A' }, headers),
  ];
  assert.equal(a.body['id'], b.body['id']);
  assert.equal((await call('POST', 'products', { name: 'B' }, headers)).status, 400);
});

test('an account has at most sixteen endpoints', async (t) => {
  const { call } = await aSeller(t);
  for (let n = 0; n < 16; n += 1)
    await call('POST', 'webhook_endpoints', { url: `https://hook.test/${n}`, 'enabled_events[]': '*' });
  const refused = await call('POST', 'webhook_endpoints', { url: 'https://hook.test/16', 'enabled_events[]': '*' });
  assert.deepEqual([refused.status, /maximum of 16/.test(refused.text)], [400, true]);
});

test('another account sees none of the objects', async (t) => {
  const { call, sandbox } = await aSeller(t);
  const product = await call('POST', 'products', { name: 'Gold' });
  const foreign = await ask(`${sandbox.stripeApiUrl}/v1/products/${text(product.body['id'])}`, {
    headers: { authorization: 'Bearer sk_test_sandboxHarborSecretKey00005' },
  });
  assert.equal(foreign.status, 404);
});
