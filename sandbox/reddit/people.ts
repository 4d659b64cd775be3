import people from './people.json' with { type: 'json' };

/**
 * The people who can post: `id` is the consent page's, `paceSeconds` the minimum time between two posts of a new
 * account.
 */
export type Redditor = { id: string; name: string; note: string; paceSeconds?: number; isSuspended?: boolean };

/** A community, or a redditor's own profile ('u_name'). */
export type Subreddit = {
  name: string;
  title: string;
  submission_type: string;
  allow_images: boolean;
  allow_videos: boolean;
  subreddit_type: string;
  flairs: { id: string; text: string }[];
};

/** All seeded redditors, in the order of the consent page. */
export const redditors: readonly Redditor[] = people.redditors;

/** The redditor of that name; names ignore case. */
export const findRedditor = (name: string): Redditor | undefined =>
  redditors.find((each) => each.name.toLowerCase() === name.toLowerCase());

/** The community of that name, with or without 'r/', or the profile behind 'u_name'. */
export function findSubreddit(named: string): Subreddit | undefined {
  const name = named.replace(/^\/?r\//i, '').toLowerCase();
  const owner = name.startsWith('u_') ? findRedditor(name.slice(2)) : undefined;
  if (owner)
    return {
      name: `u_${owner.name}`,
      title: owner.name,
      submission_type: 'any',
      allow_images: true,
      allow_videos: true,
      subreddit_type: 'user',
      flairs: [],
    };
  return people.subreddits.find((each) => each.name === name);
}
