export { closeSeller } from './close-seller.ts';
export { takeEvent } from './webhook.ts';
