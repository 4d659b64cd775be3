/** The hosted pages on which a buyer pays an open invoice, and manages a subscription. */
import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { escapeHtml, isJson, text } from '../json.ts';
import { happen } from './billing.ts';
import { dollars, onTo, stripePage } from './page.ts';
import { all } from './store.ts';
import type { StripeRow } from './rows.ts';

/** `/invoice/<id>`: shows an invoice; a POST pays it. */
export async function invoicePage(context: Context, call: Call, invoice: StripeRow | undefined): Promise<Reply> {
  const parent = invoice?.object['parent'];
  const details = isJson(parent) && isJson(parent['subscription_details']) ? parent['subscription_details'] : {};
  const subscription = context.state.tables.stripe.get(text(details['subscription']));
  if (invoice === undefined || subscription === undefined)
    return stripePage(call.path, { status: 404, title: 'No such invoice', body: '' });
  if (call.method === 'POST' && invoice.object['status'] === 'open') await happen(context, subscription, 'pay');
  const status = text(context.state.tables.stripe.get(invoice.object.id)?.object['status']);
  return stripePage(call.path, {
    title: `Invoice of ${dollars(invoice.object['amount_due'])}`,
    body:
      status === 'open'
        ? '<p>This invoice is open.</p>' +
          '<form method="post" action=""><p class="buttons"><button class="allow">Pay invoice</button></p></form>'
        : '<p>This invoice is paid.</p>',
  });
}

/** `/portal/<session>.<token>`: the subscriptions of a customer; a POST pays the open invoice or cancels. */
export async function portalPage(context: Context, call: Call, session: StripeRow | undefined): Promise<Reply> {
  if (session === undefined || !call.path.endsWith(`.${text(session.hidden['token'])}`))
    return stripePage(call.path, { status: 404, title: 'This page has expired', body: '' });
  const form = new URLSearchParams(call.method === 'POST' ? call.body.toString() : '');
  const own = (): StripeRow[] =>
    all(context, session.account, 'subscription').filter(
      ({ object }) => object['customer'] === session.object['customer'],
    );
  const chosen = own().find(({ object }) => object.id === form.get('subscription'));
  const decision = form.get('decision');
  if (chosen !== undefined && (decision === 'pay' || decision === 'cancel')) await happen(context, chosen, decision);
  if (call.method === 'POST') return onTo(context.publicUrl + `/stripe${call.path}`);
  const button = (value: string, label: string): string =>
    `<button ${value === 'pay' ? 'class="allow"' : ''} name="decision" value="${value}">${label}</button> `;
  const row = ({ object }: StripeRow): string => {
    const status = text(object['status']);
    const isOver = status === 'canceled';
    const isOpen = status === 'past_due' || status === 'unpaid';
    return `<form method="post" action=""><input type="hidden" name="subscription" value="${escapeHtml(object.id)}">
<p>Subscription: <b>${escapeHtml(status)}</b></p>
<p class="buttons">${isOpen ? button('pay', 'Pay open invoice') : ''}
${isOver ? '' : button('cancel', 'Cancel subscription')}</p></form>`;
  };
  return stripePage(call.path, {
    title: 'Your subscriptions',
    body: `${own().map(row).join('')}
<p><a href="${escapeHtml(text(session.object['return_url']))}">Return to the seller</a></p>`,
  });
}
