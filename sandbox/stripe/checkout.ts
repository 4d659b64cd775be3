/** The hosted page on which a buyer pays for a subscription. */
import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml, isJson, text, type Json } from '../json.ts';
import { begin } from './billing.ts';
import { tell } from './events.ts';
import { textsByName } from './form.ts';
import { dollars, field, onTo, stripePage } from './page.ts';
import { change, keep, newId, seconds } from './store.ts';
import type { StripeRow } from './rows.ts';

/** Cards that are refused, with their messages. Source: docs.stripe.com/testing, read 2026-11-22. */
const declined: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
};

/** `/pay/<session>`: shows the page; a POST pays and redirects to the seller. */
export async function checkout(context: Context, call: Call, session: StripeRow | undefined): Promise<Reply> {
  if (session === undefined || session.object['status'] === 'expired')
    return stripePage(call.path, {
      status: 404,
      title: 'This page has expired',
      body: '<p>Go back and begin again.</p>',
    });
  if (session.object['status'] === 'complete') return onTo(returnOf(session));
  const form = new URLSearchParams(call.method === 'POST' ? call.body.toString() : '');
  if (form.get('decision') === 'back') return onTo(text(session.object['cancel_url']));
  if (form.get('decision') !== 'pay') return show(context, call, session, '');
  const card = (form.get('card') ?? '').replaceAll(/\D/g, '');
  const email = form.get('email') ?? text(session.object['customer_email']);
  const problem = declined[card] ?? (card.length < 15 || !email.includes('@') ? 'Please fill in all fields.' : '');
  if (problem !== '') return show(context, call, session, problem);
  await pay(context, session, { email, name: form.get('name') ?? '' });
  return onTo(returnOf(session));
}

const returnOf = ({ object }: StripeRow): string =>
  text(object['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', object.id);

const objectOf = ({ state }: Context, id: unknown): Json => state.tables.stripe.get(text(id))?.object ?? {};

function show(context: Context, call: Call, { object, hidden }: StripeRow, problem: string): Reply {
  const price = objectOf(context, hidden['price']);
  const product = objectOf(context, price['product']);
  const recurring = isJson(price['recurring']) ? text(price['recurring']['interval']) : '';
  const customer = objectOf(context, object['customer']);
  const email = text(object['customer_email']) || text(customer['email']);
  return stripePage(call.path, {
    title: `Subscribe to ${text(product['name'])}`,
    body: `<p><b>${dollars(price['unit_amount'])}</b> per ${escapeHtml(recurring)}</p>
${problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="">
${field('Email', 'email', email, `type="email" autocomplete="email" ${email === '' ? '' : 'readonly'}`)}
${field('Name on card', 'name', '', 'autocomplete="name"')}
${field('Card number', 'card', '4242 4242 4242 4242', 'inputmode="numeric" autocomplete="off"')}
<p class="buttons"><button class="allow" name="decision" value="pay">Subscribe</button>
<button name="decision" value="back">Back</button></p>
</form>`,
  });
}

async function pay(
  context: Context,
  session: StripeRow,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const { account, object, hidden } = session;
  const price = context.state.tables.stripe.get(text(hidden['price']))?.object;
  if (price === undefined) throw new Error('a session without its price');
  const customer = text(object['customer']) || newId('cus');
  if (text(object['customer']) === '') {
    const made = await keep(context, {
      account,
      hidden: {},
      object: {
        id: customer,
        object: 'customer',
        email,
        name,
        metadata: {},
        created: seconds(context),
        livemode: false,
      },
    });
    await tell(context, account, 'customer.created', made);
  }
  const subscription = await begin(context, account, { customer, price, metadata: textsByName(hidden['metadata']) });
  const done = await change(context, session, {
    status: 'complete',
    payment_status: 'paid',
    customer,
    customer_details: { email, name },
    subscription: subscription.object.id,
  });
  await tell(context, account, 'checkout.session.completed', done.object);
}
