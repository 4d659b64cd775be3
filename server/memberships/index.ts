/** What other features may use of memberships. */
export { closeSeller } from './close-seller.ts';
export { takeEvent } from './webhook.ts';
