/** A product whose sources of trends are configured and answered by this file. */
import { aPicture } from '#server/content/streams/testing.ts';
import { startSources } from '../sandbox/sources/server.ts';
import { rightKey } from '../sandbox/sources/vendor.ts';
import type { Host } from './fixtures.ts';

/** Starts sources with 45 results a search, and a product that is configured with all of them; X only with `hasX`. */
export async function aProductOfTrends(host: Host, { hasX }: { hasX: boolean }) {
  const jpg = await aPicture('jpeg', { width: 320, height: 180 });
  const vendors = await startSources({ matching: 45, files: { jpg } });
  host.atEnd(() => vendors.close());
  const at = (prefix: string): string => `${vendors.url.origin}/${prefix}`;
  const product = await host.product({
    privateHosts: [vendors.url.host],
    settings: {
      YOUTUBE_API_KEY: rightKey,
      YOUTUBE_SEARCH_URL: at('googleapis'),
      REDDIT_SEARCH_CLIENT_ID: 'app',
      REDDIT_SEARCH_CLIENT_SECRET: rightKey,
      REDDIT_SEARCH_URL: at('reddit'),
      REDDIT_SEARCH_TOKEN_URL: at('reddit'),
      GOOGLE_TRENDS: 'on',
      GOOGLE_TRENDS_URL: at('google-trends'),
      ...(hasX ? { TWITTER_BEARER_TOKEN: rightKey, TWITTER_TRENDS_URL: at('twitter') } : {}),
    },
  });
  return { product, vendors };
}
