export { billingCalls } from './billing.ts';
export { membershipCalls } from './calls.ts';
export { joinCalls } from './join.ts';
export { wlUserCalls } from './users.ts';
export { closeSeller } from './close-seller.ts';
export { oldEvents } from './subscription-queries.ts';
export { takeEvent } from './webhook.ts';
