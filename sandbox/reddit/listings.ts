import type { Context } from '../context.ts';
import { figuresOf } from '../figures.ts';
import type { Reply } from '../http/reply.ts';
import type { Post } from '../state/model.ts';
import { bare } from './answers.ts';
import { present, type Caller } from './caller.ts';
import { findRedditor, findSubreddit } from './people.ts';
import { isLive } from './submit.ts';

const strange = ({ call }: Caller, known: string[]): Reply | undefined => {
  const unknown = [...call.query.keys()].find((each) => each !== 'raw_json' && !known.includes(each));
  return unknown === undefined ? undefined : bare(400, `Bad Request: parameter ${unknown} is unknown (sandbox)`);
};

/** `GET /api/v1/me`. */
export function me(caller: Caller): Reply {
  const { name, isSuspended = false } = caller.redditor;
  if (name === '') return bare(403, 'Forbidden');
  return (
    strange(caller, []) ??
    present(caller, {
      id: idOf(name),
      name,
      icon_img: '',
      is_suspended: isSuspended,
      created_utc: 1_600_000_000,
      link_karma: 120,
      comment_karma: 340,
      total_karma: 460,
      verified: true,
      over_18: false,
      subreddit: { display_name: `u_${name}`, title: name, subreddit_type: 'user' },
    })
  );
}

/** `GET /user/{name}/submitted`: newest first, at most 100, `after` a name from the previous page. */
export function submitted(caller: Caller): Reply {
  const { context, call } = caller;
  const wrong = strange(caller, ['sort', 't', 'limit', 'after', 'before', 'count', 'show', 'sr_detail']);
  if (wrong) return wrong;
  const redditor = findRedditor(call.path.split('/')[2] ?? '');
  if (!redditor) return bare(404, 'Not Found');
  const all = context.state
    .postsOf('reddit', redditor.name)
    .filter((each) => isLive(context, each))
    .reverse();
  const after = call.query.get('after');
  const from = after ? all.findIndex((each) => `t3_${each.id}` === after) + 1 : 0;
  const limit = Math.min(100, Math.max(1, Number(call.query.get('limit') ?? 25) || 25));
  const page = all.slice(from, from + limit);
  const more = from + limit < all.length ? `t3_${page.at(-1)?.id}` : null;
  return present(caller, listing(context, page, more));
}

/** `GET /api/info?id=t3_a,t3_b`: up to 100 names; excess and unknown ones are ignored. */
export function info(caller: Caller): Reply {
  const { context, call } = caller;
  const wrong = strange(caller, ['id', 'sr_name', 'url']);
  if (wrong) return wrong;
  const names = (call.query.get('id') ?? '').split(',');
  const wanted = new Set(names.length > 100 ? [] : names);
  const found = [...context.state.posts.values()].filter(
    (each) =>
      each.network === 'reddit' && wanted.has(`t3_${each.id}`) && (isLive(context, each) || each.status === 'removed'),
  );
  return present(caller, listing(context, found, null));
}

/** `GET /r/{sr}/about`; `u_name` is a profile. */
export function about(caller: Caller): Reply {
  const subreddit = findSubreddit(caller.call.path.split('/')[2] ?? '');
  if (!subreddit) return bare(404, 'Not Found');
  if (subreddit.subreddit_type === 'private') return bare(403, 'Forbidden');
  const { name, title, flairs: own, ...rules } = subreddit;
  return (
    strange(caller, []) ??
    present(caller, {
      kind: 't5',
      data: {
        id: idOf(name),
        name: `t5_${idOf(name)}`,
        display_name: name,
        display_name_prefixed: `r/${name}`,
        title,
        ...rules,
        link_flair_enabled: own.length > 0,
        over18: false,
        subscribers: 4200,
        user_is_banned: false,
        user_is_muted: false,
      },
    })
  );
}

/** `GET /r/{sr}/api/link_flair_v2`. */
export function flairs(caller: Caller): Reply {
  const subreddit = findSubreddit(caller.call.path.split('/')[2] ?? '');
  if (!subreddit || subreddit.flairs.length === 0) return bare(403, 'Forbidden');
  return (
    strange(caller, []) ??
    present(
      caller,
      subreddit.flairs.map(({ id, text }) => ({
        id,
        text,
        type: 'text',
        text_editable: false,
        text_color: 'dark',
        background_color: '#dadada',
        mod_only: false,
        allowable_content: 'all',
        max_emojis: 10,
        richtext: [],
        css_class: '',
      })),
    )
  );
}

function listing(context: Context, posts: Post[], after: string | null) {
  return {
    kind: 'Listing',
    data: {
      after,
      before: null,
      dist: posts.length,
      geo_filter: '',
      modhash: null,
      children: posts.map((each) => ({ kind: 't3', data: link(context, each) })),
    },
  };
}

function link(context: Context, post: Post) {
  const submission = context.state.tables.redditSubmissions.get(post.id);
  const { likes, comments } = figuresOf(post, context.now());
  const seconds = Math.floor(Date.parse(post.createdAt) / 1000);
  const isRemoved = post.status === 'removed';
  const [file] = post.media;
  const subreddit = submission?.subreddit ?? '';
  return {
    id: post.id,
    name: `t3_${post.id}`,
    title: post.title,
    author: post.author,
    author_fullname: `t2_${idOf(post.author)}`,
    selftext: isRemoved ? '[removed]' : post.text,
    subreddit,
    subreddit_name_prefixed: subreddit.startsWith('u_') ? `u/${subreddit.slice(2)}` : `r/${subreddit}`,
    subreddit_type: subreddit.startsWith('u_') ? 'user' : 'public',
    permalink: post.url.slice(`${context.publicUrl}/reddit/www`.length),
    url: file ? `${context.publicUrl}/files/${file.name}` : submission?.url || post.url,
    is_self: submission?.kind === 'self',
    is_video: submission?.kind === 'video',
    post_hint: submission?.kind === 'video' ? 'hosted:video' : submission?.kind,
    media: null,
    created: seconds,
    created_utc: seconds,
    score: likes + 1,
    ups: likes + 1,
    downs: 0,
    upvote_ratio: 0.97,
    num_comments: comments,
    num_crossposts: 0,
    view_count: null,
    over_18: submission?.isNsfw ?? false,
    spoiler: submission?.isSpoiler ?? false,
    link_flair_text: submission?.flairText || null,
    removed_by_category: isRemoved ? 'moderator' : null,
    edited: false,
    archived: false,
    locked: false,
    stickied: false,
    thumbnail: file ? 'image' : 'self',
    all_awardings: [],
  };
}

/** A made-up base-36 id that stays the same for a name. */
function idOf(name: string): string {
  return Array.from(name)
    .reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 2_000_000_000, 7)
    .toString(36);
}
