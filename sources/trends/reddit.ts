/** Topics on Reddit: public posts that match a keyword. */
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import { downloadOf } from '../remote/remote.ts';
import type { Result, Source } from '../source.ts';
import { plainText } from './text.ts';
import { termsOf } from './terms.ts';
import { openToken, userAgentOf } from './token.ts';
import { rowsOf } from '../remote/rows.ts';

const name = 'Reddit';
const perPage = 25;

const post = z.object({
  kind: z.literal('t3'),
  data: z.object({
    id: z.string(),
    title: z.string(),
    permalink: z.string(),
    author: z.string().nullish(),
    subreddit: z.string().default(''),
    ups: z.number().nullish(),
    subreddit_subscribers: z.number().nullish(),
    num_comments: z.number().nullish(),
    thumbnail: z.string().nullish(),
    all_awardings: z.array(z.object({ name: z.string() })).default([]),
  }),
});
const listing = z.object({ data: z.object({ after: z.string().nullable(), children: rowsOf(post) }) });

/**
 * Posts of the past week. The keyword is `<sort>:<words>`, the sort `relevance`, `hot`, `top` or `new`; the cursor is
 * Reddit's `after`. Requests use a token of the app itself, and Reddit approves apps one by one; 100 requests a minute.
 * https://www.reddit.com/dev/api/#GET_search, https://github.com/reddit-archive/reddit/wiki/OAuth2, as of 2026-11.
 */
export const redditTrends = (access: Access): Source<'trend'> => {
  const token = openToken(access, { name, path: '/api/v1/access_token' });
  return {
    id: 'reddit',
    kind: 'trend',
    search: async ({ keyword, cursor, signal }) => {
      const [sort, words] = termsOf(keyword);
      const authorization = await token.get(signal);
      if (typeof authorization !== 'string') return authorization;
      const read = await ask({
        access,
        name,
        signal,
        path: '/search',
        query: {
          q: words,
          sort,
          t: 'week',
          type: 'link',
          limit: String(perPage),
          raw_json: '1',
          ...(cursor === null ? {} : { after: cursor }),
        },
        headers: { authorization, 'user-agent': userAgentOf(access) },
        schema: listing,
      });
      if (read.kind === 'unauthorized') token.forget();
      if (read.kind !== 'read') return read;
      const { children, after } = read.value.data;
      const next = children.length === 0 ? null : after;
      return { kind: 'found', results: children.map(resultOf), next, quota: read.quota };
    },
    open: async (reference) =>
      downloadOf(reference, {
        hosts: ['redditmedia.com', 'redd.it'],
        access,
        cacheSeconds: 86_400,
        mayKeep: false,
        name,
      }),
  };
};

function resultOf({ data }: z.infer<typeof post>): Result<'trend'> {
  return {
    id: data.id,
    source: 'reddit',
    author: data.author ?? '',
    licence: 'All rights reserved by their owners',
    licenceUrl: null,
    pageUrl: new URL(data.permalink, 'https://www.reddit.com').href,
    attribution: null,
    title: plainText(data.title),
    // NOTE a post without a picture has `self`, `default`, `nsfw`, `spoiler` or `image` here.
    thumb: URL.canParse(data.thumbnail ?? '') ? (data.thumbnail ?? null) : null,
    facts: {
      of: 'reddit',
      subreddit: data.subreddit,
      ups: data.ups ?? null,
      subscribers: data.subreddit_subscribers ?? null,
      comments: data.num_comments ?? null,
      awards: data.all_awardings.map(({ name: award }) => award),
    },
  };
}
