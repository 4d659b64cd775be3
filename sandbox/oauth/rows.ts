import type { NetworkId } from '../state/network-id.ts';

/**
 * A code, access or refresh token; its text is its key. `grant` identifies the consent it belongs to; `persona` is who
 * allowed it; `until` is milliseconds since 1970, null for never; `used` marks exchanged codes and rotated refresh
 * tokens; `extra` is the network's own data.
 */
export type Token = {
  kind: 'code' | 'access' | 'refresh';
  network: NetworkId;
  grant: string;
  clientId: string;
  persona: string;
  scopes: string[];
  until: number | null;
  used: boolean;
  revoked: boolean;
  redirectUri: string;
  challenge: string;
  extra: Record<string, string>;
};
