export { stripeCalls } from './calls.ts';
export { type Asked, type Stripe, asked, openStripe, orWords, wordsOf } from './client.ts';
export { removeEndpoint } from './endpoint.ts';
export { type OpenedStripe, findStripe, listToProbe, openStripeOf, saveRights } from './queries.ts';
export { probeRights } from './rights.ts';
export { isSignedBy } from './signature.ts';
