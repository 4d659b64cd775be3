/** The answers of Google's APIs, by their documentation; not compared with a live answer. */

import { json, raw, type Reply } from '../http/reply.ts';
import { numbers, rightKey, whole, type Vendor } from './vendor.ts';

const googleError = (code: number, reason: string): Reply =>
  json(code, { error: { code, message: reason, errors: [{ message: reason, domain: 'global', reason }] } });

/** YouTube's search and its list of videos by their ids; every second video is under Creative Commons. */
export const youtube: Vendor = {
  paths: ['/googleapis/youtube/v3/search', '/googleapis/youtube/v3/videos'],
  isAllowed: ({ query }) => query.get('key') === rightKey,
  keywordOf: ({ query }) => query.get('q') ?? '',
  unauthorized: () => googleError(400, 'badRequest'),
  quota: () => googleError(403, 'quotaExceeded'),
  answer({ path, query, withdrawn }, matching) {
    if (path.endsWith('/videos')) {
      const items = videosOf(query.get('id') ?? '').filter(({ id }) => !withdrawn.has(id));
      return json(200, { kind: 'youtube#videoListResponse', items });
    }
    const start = whole((query.get('pageToken') ?? '').replace('CAoQ', ''), 0);
    const size = whole(query.get('maxResults'), 5);
    const isFree = query.get('videoLicense') === 'creativeCommon';
    const all = isFree ? Math.floor(matching / 2) : matching;
    const ids = numbers(start, Math.min(all, start + size)).map((number) => (isFree ? 2 * number : number));
    const items = ids.map((id) => ({
      kind: 'youtube#searchResult',
      id: { kind: 'youtube#video', videoId: `vid${String(id).padStart(8, '0')}` },
      snippet: {
        title: `Clip ${id}`,
        channelTitle: 'Yolanda',
        thumbnails: { medium: { url: `https://i.ytimg.com/vi/vid${id}/mqdefault.jpg`, width: 320, height: 180 } },
      },
    }));
    return json(200, {
      kind: 'youtube#searchListResponse',
      ...(start + size < all ? { nextPageToken: `CAoQ${start + size}` } : {}),
      pageInfo: { totalResults: all, resultsPerPage: size },
      // Now and then a search for videos returns something else.
      items: [
        ...items,
        ...(items.length > 0 ? [{ kind: 'youtube#searchResult', id: { kind: 'youtube#channel' } }] : []),
      ],
    });
  },
};

const videosOf = (ids: string) =>
  ids
    .split(',')
    .filter((id) => /^vid\d{8}$/.test(id))
    .map((id) => {
      const number = Number(id.slice(3));
      return {
        kind: 'youtube#video',
        id,
        snippet: {
          title: `Clip ${number} &amp; more`,
          channelId: 'UCyolanda',
          channelTitle: 'Yolanda',
          description: `What clip ${number} shows.`,
          thumbnails: { medium: { url: `https://i.ytimg.com/vi/${id}/mqdefault.jpg`, width: 320, height: 180 } },
          tags: Array.from({ length: 12 }, (_, at) => `tag ${at + 1}`),
        },
        // A channel may hide its likes; they are then missing.
        statistics: { viewCount: String(number * 1000), commentCount: '7', ...(number % 3 ? { likeCount: '40' } : {}) },
        status: { license: number % 2 ? 'youtube' : 'creativeCommon' },
      };
    });

/** The feed of Google Trends: one rising search for each past hour, with an article each. */
export const googleTrends: Vendor = {
  paths: ['/google-trends/trending/rss'],
  isAllowed: () => true,
  keywordOf: ({ query }) => (query.get('geo') === 'AQ' ? 'nothing' : ''),
  unauthorized: () => raw(403, { type: 'text/html', body: '<h1>Forbidden</h1>' }),
  quota: () => raw(429, { type: 'text/html', body: '<h1>Too many requests</h1>', headers: { 'Retry-After': '900' } }),
  answer({ query }, matching) {
    const geo = query.get('geo') ?? '';
    if (!/^[A-Z]{2}$/.test(geo)) return raw(400, { type: 'text/html', body: '<h1>Bad request</h1>' });
    const items = numbers(0, Math.min(matching, 20)).map((id) => {
      const begun = new Date(Date.now() - (id - 0.5) * 3_600_000).toUTCString();
      const picture = `https://encrypted-tbn1.gstatic.com/images/${id}.jpg`;
      return `<item><title>search ${id} &amp;amp; co</title><ht:approx_traffic>${id}00+</ht:approx_traffic>
<link>https://trends.google.com/trending/rss?geo=${geo}</link><pubDate>${begun}</pubDate>
<ht:picture>${picture}</ht:picture><ht:picture_source>The Paper</ht:picture_source>
<ht:news_item><ht:news_item_title>Article ${id}</ht:news_item_title><ht:news_item_snippet/>
<ht:news_item_url>https://paper.example/${id}</ht:news_item_url><ht:news_item_picture>${picture}</ht:news_item_picture>
<ht:news_item_source>The Paper</ht:news_item_source></ht:news_item></item>`;
    });
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ht="https://trends.google.com/trending/rss" version="2.0">
<channel><title>Daily Search Trends</title>${items.join('\n')}</channel></rss>`;
    return raw(200, { type: 'text/xml; charset=utf-8', body });
  },
};

/** The list of Google Fonts. */
export const googleFonts: Vendor = {
  paths: ['/googleapis/webfonts/v1/webfonts'],
  isAllowed: ({ query }) => query.get('key') === rightKey,
  keywordOf: () => '',
  unauthorized: () => googleError(400, 'badRequest'),
  quota: () =>
    json(429, { error: { code: 429, message: 'Quota exceeded', errors: [{ reason: 'rateLimitExceeded' }] } }),
  answer: ({ withdrawn }, matching) =>
    json(200, {
      kind: 'webfonts#webfontList',
      items: numbers(0, matching)
        .filter((id) => !withdrawn.has(`Family ${id}`))
        .map((id) => ({
          family: `Family ${id}`,
          category: id % 2 ? 'serif' : 'sans-serif',
          variants: id % 2 ? ['regular', 'italic', '700', '700italic'] : ['regular'],
          subsets: ['latin'],
          version: 'v1',
          files: {
            regular: `http://fonts.gstatic.com/s/f${id}/v1/regular.woff2`,
            ...(id % 2
              ? Object.fromEntries(
                  ['italic', '700', '700italic'].map((face) => [
                    face,
                    `https://fonts.gstatic.com/s/f${id}/v1/${face}.woff2`,
                  ]),
                )
              : {}),
          },
        })),
    }),
};
