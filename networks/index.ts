import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { medium } from './medium/medium.ts';
import type { Networks, TypedNetwork } from './network.ts';
import { openHttp, type Http } from './request.ts';
import { telegram } from './telegram/telegram.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** Where the networks live (without a slash at the end; the real ones unless given) and which private hosts people may name. */
export type NetworkAddresses = {
  telegramApiUrl?: string;
  telegramWebUrl?: string;
  mediumApiUrl?: string;
  vimeoApiUrl?: string;
  vimeoAuthUrl?: string;
  allowPrivateHosts?: readonly string[];
};

/** The networks that can be used, with the connections below them; `http` is the outbound client for other addresses people give. */
export type OpenNetworks = { networks: Networks & Record<'telegram' | 'wordpress' | 'medium', TypedNetwork>; http: Http; close(): Promise<void> };

/** Opens every network that is built. */
export function openNetworks({
  telegramApiUrl = 'https://api.telegram.org',
  telegramWebUrl = 'https://t.me',
  mediumApiUrl = 'https://api.medium.com',
  vimeoApiUrl = 'https://api.vimeo.com',
  vimeoAuthUrl = 'https://api.vimeo.com',
  allowPrivateHosts = [],
}: NetworkAddresses = {}): OpenNetworks {
  const http = openHttp({ allowPrivateHosts });
  const networks: OpenNetworks['networks'] = {
    telegram: telegram({ http, apiUrl: telegramApiUrl, webUrl: telegramWebUrl }),
    wordpress: wordpress({ http }),
    medium: medium({ http, apiUrl: mediumApiUrl }),
    vimeo: vimeo({ http, apiUrl: vimeoApiUrl, authUrl: vimeoAuthUrl }),
  };
  return { networks, http, close: () => http.close() };
}

/** Why an icon is dimmed, in words for the person: asked for networks that nobody can join here. */
export const unavailableReason = (network: NetworkId): string => {
  const setting = network.toUpperCase();
  return `${networkNames[network]} asks for an app registered with it. Whoever runs this site must set ${setting}_CLIENT_ID and ${setting}_CLIENT_SECRET.`;
};
