import { freshAccount, renewalMeans, type Ask, type Fresh } from './fresh-account.ts';
import type { Services } from '../app/handlers.ts';

/**
 * Gives an account with working credentials, renewed where that is needed, or says why not. For everybody who speaks as
 * an account beside publishing.
 */
export type AccountAccess = (ask: Ask) => Promise<Fresh>;

/** The access of this process. */
export function accountAccess(services: Services): AccountAccess {
  const means = renewalMeans(services);
  return (ask) => freshAccount(means, ask);
}

export { revokeAccess } from './revoke.ts';
