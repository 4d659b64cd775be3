/** The twins of Reddit's search, YouTube's, Google Trends and X's trends that a new installation shows: no pictures. */
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { rightKey, whole } from '../sources/vendor.ts';
import { samples } from './samples.ts';

const results = { reddit: 40, youtube: 24, searches: 12, topics: 6 } as const;
const token = 'sandbox-token';
const hourMs = 3_600_000;

/** The numbers after `from`, at most `size` and up to `all`. */
const page = (from: number, { size, all }: { size: number; all: number }): number[] =>
  Array.from({ length: Math.max(0, Math.min(size, all - from)) }, (_, index) => from + index + 1);

/** Answers `/reddit`, `/youtube`, `/google-trends` and `/twitter` by the vendors' documentation. */
export function trends(context: Context, { path, query, headers }: Call): Reply {
  const { authorization = '' } = headers;
  if (path === '/reddit/api/v1/access_token')
    return json(200, { access_token: token, token_type: 'bearer', expires_in: 86_400, scope: '*' });
  if (path === '/reddit/search')
    return authorization === `Bearer ${token}` ? posts(query) : json(401, { message: 'Unauthorized', error: 401 });
  if (path === '/youtube/v3/search' || path === '/youtube/v3/videos')
    return query.get('key') === rightKey
      ? youtube(path, query)
      : json(400, { error: { code: 400, message: 'badRequest', errors: [{ reason: 'badRequest' }] } });
  if (path === '/google-trends/trending/rss') return searches(context.now());
  if (/^\/twitter\/2\/trends\/by\/woeid\/\d+$/.test(path))
    return authorization === `Bearer ${rightKey}` ? topics() : json(401, { title: 'Unauthorized', status: 401 });
  return json(404, { message: 'Not found' });
}

function posts(query: URLSearchParams): Reply {
  const [keyword, size] = [query.get('q') ?? '', whole(query.get('limit'), 25)];
  const from = whole((query.get('after') ?? '').replace('t3_', ''), 0);
  const children = page(from, { size, all: results.reddit }).map((id) => ({
    kind: 't3',
    data: {
      id: `sample${id}`,
      title: samples.post(id, keyword),
      permalink: `/r/${samples.subreddit(id)}/`,
      author: samples.person(id),
      subreddit: samples.subreddit(id),
      ups: Math.round(4200 / id),
      subreddit_subscribers: 40_000 + 1234 * (id % 6),
      num_comments: Math.round(380 / id) + 3,
      thumbnail: 'self',
      all_awardings: id % 7 === 1 ? [{ name: 'Helpful' }] : [],
    },
  }));
  const after = from + size < results.reddit ? `t3_${from + size}` : null;
  return json(200, { kind: 'Listing', data: { after, before: null, dist: children.length, children } });
}

/** A video's id names its number and the keyword of its title: the list of videos gets ids only. */
const videoId = (id: number, keyword: string): string => `sample-${id}-${Buffer.from(keyword).toString('hex')}`;

function youtube(path: string, query: URLSearchParams): Reply {
  if (path === '/youtube/v3/videos')
    return json(200, { kind: 'youtube#videoListResponse', items: (query.get('id') ?? '').split(',').map(videoOf) });
  const [keyword, size] = [query.get('q') ?? '', whole(query.get('maxResults'), 5)];
  const from = whole(query.get('pageToken'), 0);
  const items = page(from, { size, all: results.youtube }).map((id) => ({
    kind: 'youtube#searchResult',
    id: { kind: 'youtube#video', videoId: videoId(id, keyword) },
    snippet: { title: samples.video(id, keyword), channelTitle: samples.channel(id), thumbnails: {} },
  }));
  return json(200, {
    kind: 'youtube#searchListResponse',
    ...(from + size < results.youtube ? { nextPageToken: String(from + size) } : {}),
    pageInfo: { totalResults: results.youtube, resultsPerPage: size },
    items,
  });
}

function videoOf(videoId: string) {
  const [, number = '1', hex = ''] = videoId.split('-');
  const [id, keyword] = [whole(number, 1), Buffer.from(hex, 'hex').toString()];
  return {
    kind: 'youtube#video',
    id: videoId,
    snippet: {
      title: samples.video(id, keyword),
      channelId: `UCsample${id}`,
      channelTitle: samples.channel(id),
      description: `A sample video about ${keyword}.`,
      thumbnails: {},
      tags: [keyword, 'how to', 'guide'],
    },
    statistics: {
      viewCount: String(Math.round(184_000 / id)),
      likeCount: String(Math.round(9200 / id)),
      commentCount: String(Math.round(610 / id)),
    },
    status: { license: 'creativeCommon' },
  };
}

function searches(now: Date): Reply {
  const items = page(0, { size: results.searches, all: results.searches }).map((id) => {
    const begun = new Date(now.getTime() - (id - 0.5) * 2 * hourMs).toUTCString();
    return `<item><title>${samples.search(id)}</title><ht:approx_traffic>${Math.round(500 / id)}000+</ht:approx_traffic>
<link>https://trends.google.com/trending</link><pubDate>${begun}</pubDate>
<ht:picture></ht:picture><ht:picture_source></ht:picture_source>
<ht:news_item><ht:news_item_title>${samples.article(id)}</ht:news_item_title><ht:news_item_snippet/>
<ht:news_item_url>https://news.example/${id}</ht:news_item_url><ht:news_item_picture></ht:news_item_picture>
<ht:news_item_source>The Sample Paper</ht:news_item_source></ht:news_item></item>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:ht="https://trends.google.com/trending/rss" version="2.0">
<channel><title>Daily Search Trends</title>${items.join('\n')}</channel></rss>`;
  return raw(200, { type: 'text/xml; charset=utf-8', body });
}

const topics = (): Reply =>
  json(200, {
    data: page(0, { size: results.topics, all: results.topics }).map((id) => ({
      trend_name: samples.topic(id),
      ...(id % 3 === 0 ? {} : { tweet_count: Math.round(96_000 / id) }),
    })),
  });
