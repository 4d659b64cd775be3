import { z } from 'zod';
import type { Services } from '../app/handlers.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { appOf } from './apps.ts';
import type { HeldAccount } from './held-queries.ts';

const texts = z.record(z.string(), z.string());

/** How long a network has to take our access back. */
const patienceMs = 10_000;

/**
 * Tells the account's network that our access to it ends; true where it says that it has. Never throws: what fails here
 * must not keep anything from being deleted.
 */
export async function revokeAccess(
  { networks, secrets, config }: Pick<Services, 'networks' | 'secrets' | 'config'>,
  account: HeldAccount,
  signal: AbortSignal,
): Promise<boolean> {
  const network = networks[account.network];
  // Another agency's connection to the same account may hang on the same consent.
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
    // A seal that cannot be opened, or a bug in an adapter: the person is told to remove us at the network.
    return false;
  }
}
