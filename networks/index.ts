import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { medium } from './medium/medium.ts';
import type { Networks, TypedNetwork } from './network.ts';
import { openHttp, type Http } from './request.ts';
import { telegram } from './telegram/telegram.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** Where the networks live (without a slash at the end; the real ones unless given) and which private hosts people may name. */
export type NetworkAddresses = {
  telegramApiUrl?: string;
  telegramWebUrl?: string;
  mediumApiUrl?: string;
  allowPrivateHosts?: readonly string[];
};

/** The networks that can be used, with the connections below them; `http` is the outbound client for other addresses people give. */
export type OpenNetworks = { networks: Networks & Record<'telegram' | 'wordpress' | 'medium', TypedNetwork>; http: Http; close(): Promise<void> };

/** Opens every network that is built. */
export function openNetworks({
  telegramApiUrl = 'https://api.telegram.org',
  telegramWebUrl = 'https://t.me',
  mediumApiUrl = 'https://api.medium.com',
  allowPrivateHosts = [],
}: NetworkAddresses = {}): OpenNetworks {
  const http = openHttp({ allowPrivateHosts });
  const networks: OpenNetworks['networks'] = {
    telegram: telegram({ http, apiUrl: telegramApiUrl, webUrl: telegramWebUrl }),
    wordpress: wordpress({ http }),
    medium: medium({ http, apiUrl: mediumApiUrl }),
  };
  return { networks, http, close: () => http.close() };
}

/** Why an icon is dimmed, in words for the person; asked only for networks that `openNetworks` leaves out. */
export const unavailableReason = (network: NetworkId): string => `${networkNames[network]} comes in a later version`;
