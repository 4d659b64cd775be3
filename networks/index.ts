import { openHttp, type Http } from '#outbound/request.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { defaultNetworkAddresses, type NetworkAddresses } from './addresses.ts';
import { facebook } from './facebook/facebook.ts';
import { linkedin } from './linkedin/linkedin.ts';
import { medium } from './medium/medium.ts';
import type { Networks, TypedNetwork } from './network.ts';
import { reddit } from './reddit/reddit.ts';
import { telegram } from './telegram/telegram.ts';
import type { FieldsParameter } from './twitter/posts.ts';
import { twitter } from './twitter/twitter.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { wordpress } from './wordpress/wordpress.ts';
import { youtube } from './youtube/youtube.ts';

/**
 * The networks' base URLs (the real ones by default), the versions of their APIs, and the private hosts that people may
 * name.
 */
export type NetworkOptions = Partial<NetworkAddresses> & {
  /** The version of the Graph API to use, like 'v26.0'. */
  facebookVersion?: string;
  /** The version of LinkedIn's API to use, like '202609'. */
  linkedinVersion?: string;
  /** The parameter by which X is asked for a post's fields. */
  twitterFields?: FieldsParameter;
  /** The id of the operator's app at Reddit, which requests name. */
  redditClientId?: string;
  allowPrivateHosts?: readonly string[];
};

/**
 * The networks that can be used, with the connections below them; `http` is the outbound client for other addresses
 * people give.
 */
export type OpenNetworks = {
  networks: Networks & Record<'telegram' | 'wordpress' | 'medium', TypedNetwork>;
  http: Http;
  close(): Promise<void>;
};

/** Opens every network that is built. */
export function openNetworks({
  facebookVersion = 'v26.0',
  linkedinVersion = '202609',
  twitterFields = 'tweet.fields',
  redditClientId = '',
  allowPrivateHosts = [],
  ...given
}: NetworkOptions = {}): OpenNetworks {
  const at: NetworkAddresses = { ...defaultNetworkAddresses, ...given };
  const http = openHttp({ allowPrivateHosts });
  const networks: OpenNetworks['networks'] = {
    telegram: telegram({ http, apiUrl: at.telegramApiUrl, webUrl: at.telegramWebUrl }),
    facebook: facebook({
      http,
      addresses: {
        graphUrl: at.facebookGraphUrl,
        videoUrl: at.facebookVideoUrl,
        webUrl: at.facebookAuthUrl,
        version: facebookVersion,
      },
    }),
    youtube: youtube({
      http,
      addresses: {
        apiUrl: at.youtubeApiUrl,
        uploadUrl: at.youtubeUploadUrl,
        webUrl: at.youtubeWebUrl,
        authUrl: at.googleAuthUrl,
        tokenUrl: at.googleTokenUrl,
      },
    }),
    wordpress: wordpress({ http }),
    medium: medium({ http, apiUrl: at.mediumApiUrl }),
    twitter: twitter({ http, apiUrl: at.twitterApiUrl, authUrl: at.twitterAuthUrl, fields: twitterFields }),
    linkedin: linkedin({
      http,
      apiUrl: at.linkedinApiUrl,
      authUrl: at.linkedinAuthUrl,
      tokenUrl: at.linkedinTokenUrl,
      version: linkedinVersion,
    }),
    reddit: reddit({
      http,
      apiUrl: at.redditApiUrl,
      authUrl: at.redditAuthUrl,
      tokenUrl: at.redditTokenUrl,
      clientId: redditClientId,
    }),
    vimeo: vimeo({ http, apiUrl: at.vimeoApiUrl, authUrl: at.vimeoAuthUrl }),
  };
  return { networks, http, close: () => http.close() };
}

/** Why the icon of a network that cannot be connected here is dimmed, in words for the person. */
export const unavailableReason = (network: NetworkId): string => {
  const setting = network.toUpperCase();
  return (
    `${networkNames[network]} asks for an app registered with it. The operator of this site must set ` +
    `${setting}_CLIENT_ID and ${setting}_CLIENT_SECRET.`
  );
};
