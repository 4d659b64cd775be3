/**
 * Every base URL of the networks, without a trailing slash, declared once in each network's folder. The operator may
 * point each elsewhere (a proxy, the sandbox); the settings, their defaults and the list in `.env.example` are derived
 * from these.
 */

import type { NetworkId } from '#rules/eligibility.ts';
import { facebookAddresses } from './facebook/addresses.ts';
import { linkedinAddresses } from './linkedin/addresses.ts';
import { mediumAddresses } from './medium/addresses.ts';
import { redditAddresses } from './reddit/addresses.ts';
import { telegramAddresses } from './telegram/addresses.ts';
import { twitterAddresses } from './twitter/addresses.ts';
import { vimeoAddresses } from './vimeo/addresses.ts';
import { youtubeAddresses } from './youtube/addresses.ts';

/**
 * The addresses by network, in the order of `.env.example`. WordPress has none: people type the addresses of their
 * sites.
 */
export const addressesByNetwork = {
  telegram: telegramAddresses,
  medium: mediumAddresses,
  twitter: twitterAddresses,
  reddit: redditAddresses,
  linkedin: linkedinAddresses,
  vimeo: vimeoAddresses,
  facebook: facebookAddresses,
  youtube: youtubeAddresses,
} as const satisfies Partial<Record<NetworkId, Readonly<Record<string, string>>>>;

/** The addresses of all networks by name. */
export const defaultNetworkAddresses = {
  ...addressesByNetwork.telegram,
  ...addressesByNetwork.medium,
  ...addressesByNetwork.twitter,
  ...addressesByNetwork.reddit,
  ...addressesByNetwork.linkedin,
  ...addressesByNetwork.vimeo,
  ...addressesByNetwork.facebook,
  ...addressesByNetwork.youtube,
} as const;

/** The name of an address: `twitterApiUrl`. */
export type NetworkAddressName = keyof typeof defaultNetworkAddresses;

/** The base URLs of the networks. */
export type NetworkAddresses = Readonly<Record<NetworkAddressName, string>>;

/** Every name, in the order of `.env.example`. */
export const networkAddressNames: readonly NetworkAddressName[] = Object.keys(defaultNetworkAddresses).filter(
  (name): name is NetworkAddressName => name in defaultNetworkAddresses,
);

const declared: Partial<Record<NetworkId, object>> = addressesByNetwork;

/** The names of one network's addresses; none for WordPress. */
export const addressNamesOf = (network: NetworkId): readonly NetworkAddressName[] =>
  networkAddressNames.filter((name) => name in (declared[network] ?? {}));
