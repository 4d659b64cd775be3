import type { NetworkApp } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/** The operator's registrations with the networks. */
export type Apps = Readonly<Partial<Record<NetworkId, NetworkApp>>>;

const idKey = 'ownAppId';
const secretKey = 'ownAppSecret';

type Credentials = Readonly<Record<string, string>>;

/** Adds the person's own app (Vimeo) to credentials, so that it is encrypted with them. */
export const withOwnApp = (credentials: Credentials, app: NetworkApp): Credentials => ({
  ...credentials,
  [idKey]: app.clientId,
  [secretKey]: app.clientSecret,
});

/** The person's own app in credentials, or null. */
export function ownAppOf(credentials: Credentials): NetworkApp | null {
  const { [idKey]: clientId, [secretKey]: clientSecret } = credentials;
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null;
}

/**
 * The app with which an account was connected: its own, otherwise the operator's. Null if there is none, or if the
 * operator's has changed since (`joinedWith`, '' if not stored): a network renews only for the same app.
 */
export function appOf({
  credentials,
  network,
  joinedWith,
  apps,
}: {
  credentials: Credentials;
  network: NetworkId;
  joinedWith: string;
  apps: Apps;
}): NetworkApp | null {
  const own = ownAppOf(credentials);
  if (own !== null) return own;
  const app = apps[network];
  return app !== undefined && (joinedWith === '' || joinedWith === app.clientId) ? app : null;
}
