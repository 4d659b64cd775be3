import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { facebook } from './facebook/facebook.ts';
import { linkedin } from './linkedin/linkedin.ts';
import { medium } from './medium/medium.ts';
import type { Networks, TypedNetwork } from './network.ts';
import { reddit } from './reddit/reddit.ts';
import { openHttp, type Http } from './request.ts';
import { telegram } from './telegram/telegram.ts';
import type { FieldsParameter } from './twitter/posts.ts';
import { twitter } from './twitter/twitter.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { wordpress } from './wordpress/wordpress.ts';
import { youtube } from './youtube/youtube.ts';

/** Where the networks live (without a slash at the end; the real ones unless given) and which private hosts people may name. */
export type NetworkAddresses = {
  telegramApiUrl?: string;
  telegramWebUrl?: string;
  mediumApiUrl?: string;
  twitterApiUrl?: string;
  twitterAuthUrl?: string;
  /** The parameter by which X is asked for a post's fields. */
  twitterFields?: FieldsParameter;
  linkedinApiUrl?: string;
  linkedinAuthUrl?: string;
  linkedinTokenUrl?: string;
  redditApiUrl?: string;
  redditAuthUrl?: string;
  redditTokenUrl?: string;
  vimeoApiUrl?: string;
  vimeoAuthUrl?: string;
  facebookGraphUrl?: string;
  facebookVideoUrl?: string;
  facebookAuthUrl?: string;
  /** The version of the Graph API to speak, like 'v26.0'. */
  facebookVersion?: string;
  /** The version of LinkedIn's API to speak, like '202609'. */
  linkedinVersion?: string;
  youtubeApiUrl?: string;
  youtubeUploadUrl?: string;
  youtubeWebUrl?: string;
  googleAuthUrl?: string;
  googleTokenUrl?: string;
  allowPrivateHosts?: readonly string[];
};

/** The networks that can be used, with the connections below them; `http` is the outbound client for other addresses people give. */
export type OpenNetworks = { networks: Networks & Record<'telegram' | 'wordpress' | 'medium', TypedNetwork>; http: Http; close(): Promise<void> };

/** Opens every network that is built. */
export function openNetworks({
  telegramApiUrl = 'https://api.telegram.org',
  telegramWebUrl = 'https://t.me',
  mediumApiUrl = 'https://api.medium.com',
  twitterApiUrl = 'https://api.x.com',
  twitterAuthUrl = 'https://x.com',
  twitterFields = 'tweet.fields',
  linkedinApiUrl = 'https://api.linkedin.com',
  linkedinAuthUrl = 'https://www.linkedin.com',
  linkedinTokenUrl = 'https://www.linkedin.com',
  redditApiUrl = 'https://oauth.reddit.com',
  redditAuthUrl = 'https://www.reddit.com',
  redditTokenUrl = 'https://www.reddit.com',
  vimeoApiUrl = 'https://api.vimeo.com',
  vimeoAuthUrl = 'https://api.vimeo.com',
  facebookGraphUrl = 'https://graph.facebook.com',
  facebookVideoUrl = 'https://graph-video.facebook.com',
  facebookAuthUrl = 'https://www.facebook.com',
  facebookVersion = 'v26.0',
  linkedinVersion = '202609',
  youtubeApiUrl = 'https://www.googleapis.com/youtube/v3',
  youtubeUploadUrl = 'https://www.googleapis.com/upload/youtube/v3',
  youtubeWebUrl = 'https://www.youtube.com',
  googleAuthUrl = 'https://accounts.google.com/o/oauth2/v2/auth',
  googleTokenUrl = 'https://oauth2.googleapis.com/token',
  allowPrivateHosts = [],
}: NetworkAddresses = {}): OpenNetworks {
  const http = openHttp({ allowPrivateHosts });
  const networks: OpenNetworks['networks'] = {
    telegram: telegram({ http, apiUrl: telegramApiUrl, webUrl: telegramWebUrl }),
    facebook: facebook({ http, addresses: { graphUrl: facebookGraphUrl, videoUrl: facebookVideoUrl, webUrl: facebookAuthUrl, version: facebookVersion } }),
    youtube: youtube({ http, addresses: { apiUrl: youtubeApiUrl, uploadUrl: youtubeUploadUrl, webUrl: youtubeWebUrl, authUrl: googleAuthUrl, tokenUrl: googleTokenUrl } }),
    wordpress: wordpress({ http }),
    medium: medium({ http, apiUrl: mediumApiUrl }),
    twitter: twitter({ http, apiUrl: twitterApiUrl, authUrl: twitterAuthUrl, fields: twitterFields }),
    linkedin: linkedin({ http, apiUrl: linkedinApiUrl, authUrl: linkedinAuthUrl, tokenUrl: linkedinTokenUrl, version: linkedinVersion }),
    reddit: reddit({ http, apiUrl: redditApiUrl, authUrl: redditAuthUrl, tokenUrl: redditTokenUrl }),
    vimeo: vimeo({ http, apiUrl: vimeoApiUrl, authUrl: vimeoAuthUrl }),
  };
  return { networks, http, close: () => http.close() };
}

/** Why an icon is dimmed, in words for the person: asked for networks that nobody can join here. */
export const unavailableReason = (network: NetworkId): string => {
  const setting = network.toUpperCase();
  return `${networkNames[network]} asks for an app registered with it. Whoever runs this site must set ${setting}_CLIENT_ID and ${setting}_CLIENT_SECRET.`;
};
