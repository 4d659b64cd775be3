import type { Json } from '../json.ts';

/** An object as Stripe shows it, with its account; `hidden` are fields that no answer shows. */
export type StripeRow = { account: string; object: StripeObject; hidden: Json };
/** The fields of every object of Stripe. */
export type StripeObject = Json & { id: string; object: string };
