import { hostname } from 'node:os';
import { openDatabase } from '#db/database.ts';
import { openNetworks } from '#networks/index.ts';
import type { Config } from './config.ts';
import type { Services } from './handlers.ts';
import { keyFrom, openSecrets } from './secrets.ts';
import { openStorage } from './storage-open.ts';

/** What lives as long as the process, and how to let go of it. */
export type OpenServices = { services: Services; close(): Promise<void> };

/** Which database, over how many connections at most, and under which name PostgreSQL lists them. */
type Connections = { databaseUrl: string; connections: number; name: string };

const connect = ({ databaseUrl, connections, name }: Connections): Services['db'] =>
  openDatabase(databaseUrl, { max: connections, applicationName: `${name} ${hostname()}` });

/** The same services on connections of their own, for a part of the process that must not wait for those of another. */
export function onOwnConnections(services: Services, connections: Connections): OpenServices {
  const db = connect(connections);
  return { services: { ...services, db }, close: () => db.close() };
}

/** Opens database, storage, secrets and networks as the settings say. `databaseUrl` is the managed or the embedded one. */
export async function openServices(config: Config, connections: Connections): Promise<OpenServices> {
  const db = connect(connections);
  const { networks, close } = openNetworks({
    telegramApiUrl: config.addresses.TELEGRAM_API_URL,
    telegramWebUrl: config.addresses.TELEGRAM_WEB_URL,
    mediumApiUrl: config.addresses.MEDIUM_API_URL,
    redditApiUrl: config.addresses.REDDIT_API_URL,
    redditAuthUrl: config.addresses.REDDIT_AUTH_URL,
    redditTokenUrl: config.addresses.REDDIT_TOKEN_URL,
    vimeoApiUrl: config.addresses.VIMEO_API_URL,
    vimeoAuthUrl: config.addresses.VIMEO_AUTH_URL,
    twitterApiUrl: config.addresses.TWITTER_API_URL,
    twitterAuthUrl: config.addresses.TWITTER_AUTH_URL,
    twitterFields: config.twitterFields,
    linkedinApiUrl: config.addresses.LINKEDIN_API_URL,
    linkedinAuthUrl: config.addresses.LINKEDIN_AUTH_URL,
    linkedinTokenUrl: config.addresses.LINKEDIN_TOKEN_URL,
    facebookGraphUrl: config.addresses.FACEBOOK_GRAPH_URL,
    facebookVideoUrl: config.addresses.FACEBOOK_VIDEO_URL,
    facebookAuthUrl: config.addresses.FACEBOOK_AUTH_URL,
    facebookVersion: config.facebookVersion,
    linkedinVersion: config.linkedinVersion,
    youtubeApiUrl: config.addresses.YOUTUBE_API_URL,
    youtubeUploadUrl: config.addresses.YOUTUBE_UPLOAD_URL,
    youtubeWebUrl: config.addresses.YOUTUBE_WEB_URL,
    googleAuthUrl: config.addresses.GOOGLE_AUTH_URL,
    googleTokenUrl: config.addresses.GOOGLE_TOKEN_URL,
    allowPrivateHosts: config.allowPrivateHosts,
  });
  const services: Services = {
    config,
    db,
    storage: await openStorage(config),
    secrets: openSecrets(config.secretKey ?? keyFrom(config.dataDir)),
    networks,
    clock: () => new Date(),
  };
  return {
    services,
    close: async () => {
      await close();
      await db.close();
    },
  };
}
