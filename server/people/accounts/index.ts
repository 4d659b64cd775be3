/** Connects clients' accounts and keeps their credentials fresh. */
export { accountCalls } from './calls.ts';
export { consentCalls } from './consent.ts';
export { type AccountAccess, accountAccess } from './access.ts';
export { costsOf } from './costs.ts';
export { credentialsAssociatedData } from './credentials.ts';
export { findOwner } from './ending-queries.ts';
export { type RenewalMeans, credentialsWorked, freshAccount, renewalMeans } from './fresh-account.ts';
export { type HeldAccount, forgetCredentials, listHeldAccounts } from './held-queries.ts';
export {
  deleteAccountRow,
  deleteAccountsOfUser,
  listAccounts,
  stoppedFor,
  updateReportedAccount,
  upsertAccount,
} from './queries.ts';
export { type StripeRow, listStripe, presentStripe, stripeColumns } from './stripe.ts';
export { meteredNetworks } from './metered.ts';
export { revokeAccess } from './revoke.ts';
export { deleteAllTickets, deleteTicketsOf, oldTickets } from './ticket-queries.ts';
export { beginVisit } from './visit.ts';
