import { z } from 'zod';
import { readReply, type Read, type Reddit } from './api.ts';

/** A post in an account's list. `permalink` is a path. */
export type Submitted = { id: string; title: string; subreddit: string; permalink: string; createdAt: Date };
/**
 * The newest posts of an account, newest first; `reachesTo` is the instant since which the list is complete, null if it
 * contains all posts.
 */
export type Listing = { posts: readonly Submitted[]; reachesTo: Date | null };

const shape = z.object({
  data: z.object({
    /** The cursor of the next page; null on the last one. */
    after: z.string().nullish(),
    children: z.array(
      z.object({
        data: z.object({
          id: z.string(),
          title: z.string(),
          subreddit: z.string(),
          permalink: z.string(),
          created_utc: z.number(),
        }),
      }),
    ),
  }),
});
const most = 25;

/**
 * Reads the newest posts of a user. Source: reddit.com/dev/api, "GET /user/username/submitted" (scope history), read
 * 2026-11-21.
 */
export async function readSubmitted(reddit: Reddit, username: string, signal: AbortSignal): Promise<Read<Listing>> {
  const reply = await reddit({
    path: `/user/${encodeURIComponent(username)}/submitted`,
    query: { sort: 'new', limit: String(most) },
    signal,
  });
  const read = readReply(reply, shape);
  if (read.kind === 'failed') return read;
  const { after, children } = read.value.data;
  const posts = children.map(({ data }): Submitted => ({
    id: data.id,
    title: data.title,
    subreddit: data.subreddit,
    permalink: data.permalink,
    createdAt: new Date(data.created_utc * 1000),
  }));
  return { kind: 'done', value: { posts, reachesTo: after === null ? null : (posts.at(-1)?.createdAt ?? new Date()) } };
}

/** The post with that title in that subreddit made since an instant; Reddit's clock may be a minute behind ours. */
export function findPost(
  { posts }: Listing,
  { title, subreddit, since }: { title: string; subreddit: string; since: Date },
): Submitted | undefined {
  const same = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return posts.find(
    (post) =>
      same(post.title) === same(title) &&
      post.subreddit.toLowerCase() === subreddit.toLowerCase() &&
      post.createdAt.getTime() >= since.getTime() - 60_000,
  );
}
