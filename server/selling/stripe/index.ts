/** The public face of stripe. */
export { type Asked, type Stripe, asked, openStripe, orWords, wordsOf } from './client.ts';
export { removeEndpoint } from './endpoint.ts';
export { presentStripe } from '../../people/accounts/stripe.ts';
export { type OpenedStripe, findStripe, listStripe, listToProbe, openStripeOf, saveRights } from './queries.ts';
export { probeRights } from './rights.ts';
export { isSignedBy } from './signature.ts';
