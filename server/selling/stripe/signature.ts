import Stripe from 'stripe';

/** The maximum age of a signature, seconds. Source: docs.stripe.com/webhooks/signature, read 2026-11-22. */
const toleranceSeconds = 300;

/** Whether Stripe has signed a body under an endpoint's secret, recently enough. */
export function isSignedBy(
  secret: string,
  { body, signature, at }: { body: Buffer; signature: string; at: Date },
): boolean {
  try {
    Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, at.getTime());
    return true;
  } catch {
    return false; // under another secret, too old, or not a signature
  }
}
