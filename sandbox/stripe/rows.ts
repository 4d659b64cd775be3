import type { Json } from '../json.ts';

/** An object as Stripe shows it, with the account that it is of; `hidden` is what no answer shows. */
export type StripeRow = { account: string; object: StripeObject; hidden: Json };
/** What every object of Stripe has. */
export type StripeObject = Json & { id: string; object: string };
