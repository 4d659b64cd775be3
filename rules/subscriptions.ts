/** The effect of a buyer's subscription on the buyer's agency. */

/** Days for which an agency may continue after a payment has failed. */
export const graceDays = 7;

/** `waiting`: the first payment is still missing. `over`: it has ended. */
export type Standing = 'waiting' | 'good' | 'grace' | 'over';

/**
 * The state of a subscription by Stripe's status; a past due one is in its grace period until that ends. Source:
 * docs.stripe.com/billing/subscriptions/overview#subscription-statuses, read 2026-11-22.
 */
export function standingOf({ status, graceUntil }: { status: string; graceUntil: Date | null }, now: Date): Standing {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'good';
    case 'past_due':
      return graceUntil === null || graceUntil > now ? 'grace' : 'over';
    case 'incomplete':
      return 'waiting';
    default:
      return 'over'; // canceled, unpaid, paused, incomplete_expired, and whatever Stripe may add
  }
}

/** Whether an agency with these subscriptions may publish. */
export const isPaidFor = (standings: readonly Standing[]): boolean =>
  standings.some((standing) => standing === 'good' || standing === 'grace');

/** Cents of a typed price ('19', '19.5', 19.99); null unless it is a positive price of at most $999,999.99. */
export function centsOf(price: string | number): number | null {
  const [, whole = '', part = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(String(price).trim()) ?? [];
  const cents = whole === '' ? 0 : Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}
