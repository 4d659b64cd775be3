/** The public face of memberships. */
export { closeSeller } from './close-seller.ts';
export { takeEvent } from './webhook.ts';
