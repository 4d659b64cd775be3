import { z } from 'zod';
import type { Services } from '../../base/handlers.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { appOf } from './apps.ts';
import type { HeldAccount } from './held-queries.ts';

const texts = z.record(z.string(), z.string());

/** The time limit of a revocation. */
const patienceMs = 10_000;

/**
 * Revokes our access at the account's network; true if the network confirms it. Never throws: a failure must not
 * prevent the deletion.
 */
export async function revokeAccess(
  { networks, secrets, config }: Pick<Services, 'networks' | 'secrets' | 'config'>,
  account: HeldAccount,
  signal: AbortSignal,
): Promise<boolean> {
  const network = networks[account.network];
  // Another agency's connection to the same account may depend on the same consent.
  if (network?.revoke === undefined || account.shared) return false;
  try {
    const credentials = texts.parse(JSON.parse(secrets.open(account.credentials, credentialsAssociatedData(account))));
    const app = appOf({ credentials, network: account.network, joinedWith: account.joinedWith, apps: config.apps });
    const { kind } = await network.revoke(
      { ...account, credentials },
      { app, signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) },
    );
    return kind === 'revoked';
  } catch {
    // Credentials that cannot be decrypted, or a bug in an adapter: the mail asks the person to remove our access at
    // the network.
    return false;
  }
}
