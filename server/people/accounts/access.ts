import { freshAccount, renewalMeans, type Ask, type Fresh } from './fresh-account.ts';
import type { Services } from '../../base/handlers.ts';

/**
 * Gives an account with working credentials, renewed if needed, or the reason why there are none. For all code besides
 * publishing that acts as an account.
 */
export type AccountAccess = (ask: Ask) => Promise<Fresh>;

/** Creates the account access of this process. */
export function accountAccess(services: Services): AccountAccess {
  const means = renewalMeans(services);
  return (ask) => freshAccount(means, ask);
}

export { revokeAccess } from './revoke.ts';
