import { consentNetworks, type ConsentNetwork } from '#contract/people/accounts-connect.ts';
import type { Consent, Network, NetworkApp } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import type { Services } from '../../base/handlers.ts';

/** A network with a consent page. */
export type ConsentAdapter = Network & { consent: Consent };

/** The adapter of a network with a consent page; undefined if there is none. */
export function consentAdapter(
  network: NetworkId,
  { networks }: Pick<Services, 'networks'>,
): ConsentAdapter | undefined {
  const adapter = networks[network];
  return adapter?.consent === undefined ? undefined : { ...adapter, consent: adapter.consent };
}

/**
 * Whether accounts of a network can be connected here: by typed credentials, with the person's own app (Vimeo), or with
 * the operator's app.
 */
export function canBeJoined(network: NetworkId, services: Pick<Services, 'networks' | 'config'>): boolean {
  const adapter = services.networks[network];
  if (adapter === undefined) return false;
  return adapter.connect !== undefined || network === 'vimeo' || services.config.apps[network] !== undefined;
}

/** The app to connect with: the one that the person typed for Vimeo, otherwise the operator's. */
export function appFor(
  network: NetworkId,
  typed: NetworkApp,
  { config }: Pick<Services, 'config'>,
): NetworkApp | undefined {
  if (network === 'vimeo') return typed.clientId === '' || typed.clientSecret === '' ? undefined : typed;
  return config.apps[network];
}

const pages: Readonly<Record<ConsentNetwork, string>> = {
  reddit: '/reddit-callback',
  vimeo: '/vimeo-callback',
  twitter: '/twitter-callback',
  linkedin: '/linkedin-callback',
  youtube: '/social-connect-code',
  facebook: '/social-connect-code',
};

/** The URL to which a network redirects the browser. */
export const redirectUriOf = (network: ConsentNetwork, { config }: Pick<Services, 'config'>): string =>
  config.publicUrl + pages[network];

/** Whether a text is the id of a network with a consent page. */
export const isConsentNetwork = (name: string): name is ConsentNetwork =>
  consentNetworks.some((network) => network === name);
