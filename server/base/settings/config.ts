import { resolve } from 'node:path';
import { z } from 'zod';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { lackOf } from '#rules/passwords.ts';
import { ConfigError, environmentWithFile, projectRoot, type Environment } from './environment.ts';
import { keepOf, keepSettings, type KeepSettings } from './keep.ts';
import { metricsOf, metricsSettings, type MetricsSettings } from './metrics.ts';
import { pageSettings, tilesOf, upgradesOf, type MapTiles, type UpgradeSettings } from './pages.ts';
import { siteOf, siteSettings, type SiteSettings } from './site.ts';
import { sourceSettings, sourcesOf, type SourceSettings } from './sources.ts';
import { tracingOf, tracingSettings, type TracingSettings } from './tracing.ts';
import { databaseSettings, databaseSettingsOf, type DatabaseSettings } from './database.ts';
import { aiOf, voiceSettings, voicesOf, type AiSettings, type VoiceSettings } from './voices.ts';
import { addressNames, defaultAddresses, settingOf, type AddressName, type Addresses } from './addresses.ts';

/** The settings that have files of their own. */
type Parts = SiteSettings & MetricsSettings & DatabaseSettings & KeepSettings & TracingSettings;

/** The parsed environment. Every setting is optional; `.env.example` lists and explains them. */
export type Config = Parts & {
  port: number;
  /** The address to listen on: loopback while the sandbox runs, so that a demo is not open to the network. */
  host: string;
  /** An absolute path. */
  dataDir: string;
  /** The origin of every link that the product hands out, without a trailing slash. */
  publicUrl: string;
  /** Whether PUBLIC_URL was set; without it only the hosts of this machine are served. */
  hasPublicUrl: boolean;
  ownerEmail: string | null;
  ownerPassword: string | null;
  sandbox: boolean;
  /** The address behind `/sandbox` of our own site; null without a sandbox. */
  sandboxUrl: string | null;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** The address for help: a page, or 'mailto:…'. */
  helpdeskUrl: string;
  ffmpegPath: string | null;
  /** The niceness of render processes: 0 to 19. */
  renderPriority: number;
  /** The page of a business finder to embed on Find Clients; null for our own finder. */
  businessFinderUrl: string | null;
  mapTiles: MapTiles;
  upgrades: UpgradeSettings;
  /** The path of a yt-dlp program; null if videos of YouTube cannot be copied. */
  youtubeDownloader: string | null;
  /** The operator's registrations; the sandbox has one of its own for every network without one. */
  apps: Readonly<Partial<Record<NetworkId, { clientId: string; clientSecret: string }>>>;
  addresses: Addresses;
  /** The versions of Facebook's Graph API ('v26.0', each lives for two years) and LinkedIn's API ('202609'). */
  facebookVersion: string;
  linkedinVersion: string;
  /** The parameter that asks X for a post's fields: of its documentation, or of its OpenAPI description. */
  twitterFields: 'tweet.fields' | 'post.fields';
  /** Private hosts (`host` or `host:port`) that people may enter. */
  allowPrivateHosts: string[];
  /** The bytes of files that one agency may keep. */
  uploadQuotaBytes: number;
  /** The enabled sources, in the operator's order, with their keys. */
  sources: SourceSettings;
  ai: AiSettings;
  voices: VoiceSettings;
  /** Disk space for cached search results, in bytes. */
  foundCacheBytes: number;
  lateLimitHours: number;
  /** Dollars that one account may cost at X in a month; null without a limit. */
  twitterMonthlyLimit: number | null;
  /** Concurrent deliveries per worker. */
  publishConcurrency: number;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | null;
  /** Checks every reply against the contract; for development and tests. */
  checkReplies: boolean;
};

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));
const publicOrigin = origin.refine((text) => new URL(text).pathname === '/', 'must be an origin without a path');
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'must be on or off')
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be ${least} to ${most}`).max(most, `must be ${least} to ${most}`));
const addressShape = Object.fromEntries(addressNames.map((name) => [settingOf(name), origin.optional()]));

const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  ...databaseSettings,
  PUBLIC_URL: publicOrigin.optional(),
  ...siteSettings,
  ...metricsSettings,
  ...keepSettings,
  ...tracingSettings,
  OWNER_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  OWNER_PASSWORD: z
    .string()
    .max(200)
    .refine(
      (password) => lackOf(password) === null,
      'must have at least 8 characters with an upper-case and a lower-case letter, a digit and one of !@#$%^&*',
    )
    .optional(),
  SANDBOX: onOff.optional(),
  SANDBOX_URL: origin.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, 'must be a mail address')
    .default('AgencyReel <no-reply@localhost>'),
  FFMPEG_PATH: z.string().optional(),
  RENDER_PRIORITY: wholeNumber(0, 19).default(19),
  YOUTUBE_DOWNLOADER: z.string().optional(),
  ...pageSettings,
  LINKEDIN_API_VERSION: z
    .string()
    .regex(/^20\d{4}$/, 'must look like 202609')
    .default('202609'),
  TWITTER_FIELDS_PARAMETER: z
    .enum(['tweet.fields', 'post.fields'], 'must be tweet.fields or post.fields')
    .default('tweet.fields'),
  FACEBOOK_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must look like v26.0')
    .default('v26.0'),
  ALLOW_PRIVATE_HOSTS: list.default([]),
  UPLOAD_QUOTA_MB: wholeNumber(1, 100_000_000).default(5000),
  FOUND_CACHE_MB: wholeNumber(10, 100_000).default(500),
  LATE_LIMIT_HOURS: wholeNumber(1, 720).default(24),
  TWITTER_MONTHLY_LIMIT: wholeNumber(1, 1_000_000).optional(),
  PUBLISH_CONCURRENCY: wholeNumber(1, 2000).default(100),
  TRUST_PROXY: list.default(['loopback']),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug')
    .optional(),
  CHECK_REPLIES: onOff.default(false),
});
const addressSettings = z.object(addressShape);

/** Reads the settings. Throws a ConfigError that names the first invalid one and its valid values. */
export function parseConfig(environment: Environment, base: string = projectRoot): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const set = parse(settings, given);
  const addresses = parse(addressSettings, given);
  const speaking = parse(voiceSettings, given);
  const sandbox = set.SANDBOX ?? set.DATABASE_URL === undefined;
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;
  return {
    port: set.PORT,
    host: set.HOST ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(base, set.DATA_DIR),
    ...databaseSettingsOf(set),
    publicUrl,
    hasPublicUrl: set.PUBLIC_URL !== undefined,
    ...siteOf(set),
    ...usable(metricsOf(set)),
    ...keepOf(set),
    ...tracingOf(set),
    ownerEmail: set.OWNER_EMAIL ?? null,
    ownerPassword: set.OWNER_PASSWORD ?? null,
    sandbox,
    sandboxUrl: set.SANDBOX_URL ?? null,
    s3: s3Of(set),
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    helpdeskUrl: set.HELPDESK_URL ?? `mailto:${/[^\s<>]+@[^\s<>]+/.exec(set.MAIL_FROM)?.[0] ?? ''}`,
    ffmpegPath: set.FFMPEG_PATH ?? null,
    renderPriority: set.RENDER_PRIORITY,
    businessFinderUrl: set.BUSINESS_FINDER_URL ?? null,
    mapTiles: tilesOf(set),
    upgrades: upgradesOf(set),
    youtubeDownloader: set.YOUTUBE_DOWNLOADER ?? null,
    apps: { ...(sandbox ? sandboxApps : {}), ...appsOf(given) },
    addresses: addressesOf(addresses),
    facebookVersion: set.FACEBOOK_API_VERSION,
    linkedinVersion: set.LINKEDIN_API_VERSION,
    twitterFields: set.TWITTER_FIELDS_PARAMETER,
    allowPrivateHosts: set.ALLOW_PRIVATE_HOSTS,
    uploadQuotaBytes: set.UPLOAD_QUOTA_MB * 1_000_000,
    sources: usable(sourcesOf(parse(sourceSettings, given), addressesOf(addresses))),
    ai: aiOf(speaking),
    voices: usable(voicesOf(speaking, addressesOf(addresses))),
    foundCacheBytes: set.FOUND_CACHE_MB * 1_000_000,
    lateLimitHours: set.LATE_LIMIT_HOURS,
    twitterMonthlyLimit: set.TWITTER_MONTHLY_LIMIT ?? null,
    publishConcurrency: set.PUBLISH_CONCURRENCY,
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL ?? null,
    checkReplies: set.CHECK_REPLIES,
  };
}

/** The settings of this process; `envFile` as in `environmentWithFile`. */
export function loadConfig(envFile?: string): Config {
  return parseConfig(environmentWithFile(envFile));
}

function parse<Schema extends z.ZodType>(schema: Schema, given: Environment): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}`);
}

function s3Of(set: z.output<typeof settings>): Config['s3'] {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = set;
  if (endpoint !== undefined && bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { endpoint, bucket, accessKeyId, secretAccessKey, region: set.S3_REGION };
  }
  if (endpoint === undefined && bucket === undefined && accessKeyId === undefined && secretAccessKey === undefined)
    return null;
  throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
}

const sandboxApps: Config['apps'] = Object.fromEntries(
  networkIds.map((network) => [network, { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' }]),
);

function appsOf(given: Environment): Config['apps'] {
  const apps: Partial<Record<NetworkId, { clientId: string; clientSecret: string }>> = {};
  for (const network of networkIds) {
    const prefix = network.toUpperCase();
    const clientId = given[`${prefix}_CLIENT_ID`];
    const clientSecret = given[`${prefix}_CLIENT_SECRET`];
    if ((clientId === undefined) !== (clientSecret === undefined)) {
      throw new ConfigError(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together`);
    }
    if (clientId !== undefined && clientSecret !== undefined) apps[network] = { clientId, clientSecret };
  }
  return apps;
}

/** Parsed settings, unless they are the line that says why they cannot be used. */
function usable<Settings extends object>(parsed: Settings | string): Settings {
  if (typeof parsed === 'string') throw new ConfigError(parsed);
  return parsed;
}

function addressesOf(given: Readonly<Record<string, string | undefined>>): Addresses {
  const addresses: Record<AddressName, string> = { ...defaultAddresses };
  for (const name of addressNames) addresses[name] = given[settingOf(name)] ?? addresses[name];
  return addresses;
}
