/** The answers of Reddit's search and X's trends, by their documentation; not compared with a live answer. */

import { json, raw } from '../http/reply.ts';
import { numbers, rightKey, whole, type Vendor } from './vendor.ts';

const token = 'sandbox-token';
/** The id and secret of an app; its secret is the key that every vendor accepts. */
const isApp = (authorization: string): boolean =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':').at(-1) === rightKey;

/** Reddit's search, and the app token that it requires. */
export const reddit: Vendor = {
  paths: ['/reddit/api/v1/access_token', '/reddit/search'],
  isAllowed: ({ path, headers: { authorization = '' } }) =>
    path.endsWith('access_token') ? isApp(authorization) : authorization === `Bearer ${token}`,
  keywordOf: ({ query }) => query.get('q') ?? '',
  unauthorized: () => json(401, { message: 'Unauthorized', error: 401 }),
  quota: () =>
    json(
      429,
      { message: 'Too Many Requests', error: 429 },
      { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-used': '100', 'x-ratelimit-reset': '240' },
    ),
  answer({ path, query }, matching) {
    if (path.endsWith('access_token'))
      return json(200, { access_token: token, token_type: 'bearer', expires_in: 86_400, scope: '*' });
    const [start, size] = [whole((query.get('after') ?? '').replace('t3_', ''), 0), whole(query.get('limit'), 25)];
    const children = numbers(start, Math.min(matching, start + size)).map((id) => ({
      kind: 't3',
      data: {
        id: `p${id}`,
        title: `Post ${id} about ${query.get('q') ?? ''} & more`,
        permalink: `/r/coffee/comments/p${id}/post_${id}/`,
        // A deleted author.
        author: id % 5 === 3 ? null : 'redd',
        subreddit: 'coffee',
        ups: 1000 - id,
        subreddit_subscribers: 54_321,
        num_comments: id,
        thumbnail: id % 2 ? `https://b.thumbs.redditmedia.com/p${id}.jpg` : 'self',
        all_awardings: [],
      },
    }));
    // A result of another kind, as advertisements are.
    const odd = children.length > 0 ? [{ kind: 't3_ad', data: { id: 'promoted' } }] : [];
    const after = start + size < matching ? `t3_${start + size}` : null;
    const left = { 'x-ratelimit-remaining': '98.0', 'x-ratelimit-used': '2', 'x-ratelimit-reset': '240' };
    return json(
      200,
      { kind: 'Listing', data: { after, before: null, dist: children.length, children: [...children, ...odd] } },
      left,
    );
  },
};

/** The trends of X by place; WOEIDs below a hundred million exist. */
export const twitter: Vendor = {
  paths: [],
  matches: (path) => /^\/twitter\/2\/trends\/by\/woeid\/\d+$/.test(path),
  isAllowed: ({ headers }) => headers.authorization === `Bearer ${rightKey}`,
  keywordOf: () => '',
  unauthorized: () => json(401, { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }),
  quota: () =>
    raw(429, {
      type: 'application/json',
      body: JSON.stringify({ title: 'Too Many Requests', status: 429 }),
      headers: {
        'x-rate-limit-limit': '75',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 900),
      },
    }),
  answer({ query }, matching) {
    const data = numbers(0, Math.min(matching, whole(query.get('max_trends'), 20))).map((id) => ({
      trend_name: `#Trend${id}`,
      ...(id % 3 ? { tweet_count: id * 1000 } : {}),
    }));
    return json(200, { data });
  },
};
