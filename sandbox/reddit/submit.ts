import { randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, readFields } from '../http/request.ts';
import { text, type Json } from '../json.ts';
import type { Media } from '../media/store.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';
import { bare, refusal, tooOften } from './answers.ts';
import { assetOf } from './assets.ts';
import type { Caller } from './caller.ts';
import { findSubreddit, type Redditor, type Subreddit } from './people.ts';
import { announce } from './socket.ts';
import { word } from './word.ts';
import type { Pending } from '../state/model.ts';
import type { Submission } from './rows.ts';

const known = [
  'api_type',
  'raw_json',
  'kind',
  'sr',
  'title',
  'text',
  'richtext_json',
  'url',
  'video_poster_url',
  'sendreplies',
  'nsfw',
  'spoiler',
  'resubmit',
  'flair_id',
  'flair_text',
  'extension',
  'validate_on_submit',
  'show_error_list',
  'original_content',
  'ad',
  'post_to_twitter',
  'submit_type',
];
const titleLimit = 300;
const textLimit = 40_000;
/** How long Reddit processes a picture or a video by default. */
const processingMs = 200;

/**
 * `POST /api/submit` (github.com/Pyprohly/reddit-api-doc-notes, submission.rst, read 2026-11-21). Refusals come in a
 * 200.
 */
export async function submit({ context, call, redditor, token }: Caller): Promise<Reply> {
  const read = contentType(call) === 'application/x-www-form-urlencoded' ? readFields(call) : undefined;
  if (!read) return bare(400, 'Bad Request');
  const { fields } = read;
  const unknown = Object.keys(fields).find((each) => !known.includes(each));
  if (unknown !== undefined) return refusal('INVALID_OPTION', `field ${unknown} is unknown (sandbox)`, unknown);
  if (fields['api_type'] !== 'json')
    return bare(400, 'Bad Request: without api_type=json the real one answers jQuery calls (sandbox)');
  if (redditor.isSuspended) return refusal('USER_REQUIRED', 'Please log in to do that.', null);
  const judged = judge(context, redditor, fields);
  if ('status' in judged) return judged;
  const typed = `${text(fields['title'])}\n${text(fields['text'])}`;
  return context.faults.around(
    { network: 'reddit', operation: 'create', account: redditor.name, text: typed, token },
    (fault) => word(context, { fault, token }),
    () => make(context, { redditor, fields, judged, typed }),
  );
}

type Judged = { subreddit: Subreddit; kind: Submission['kind']; url: string; media: Media[]; flairText: string };

function judge(context: Context, redditor: Redditor, fields: Json): Judged | Reply {
  const of = (name: string) => text(fields[name]);
  if (of('sr') === '')
    return refusal('BAD_SR_NAME', "This community name isn't recognizable. Check the spelling and try again.", 'sr');
  const subreddit = findSubreddit(of('sr'));
  if (!subreddit)
    return refusal('SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist. Try checking the spelling.", 'sr');
  if (subreddit.subreddit_type === 'private') return bare(404, 'Not Found');
  if (
    subreddit.subreddit_type === 'restricted' ||
    (subreddit.subreddit_type === 'user' && subreddit.title !== redditor.name)
  )
    return refusal('SUBREDDIT_NOTALLOWED', 'This community only allows trusted members to post here', 'sr');
  if (of('title').trim() === '') return refusal('NO_TEXT', 'we need something here', 'title');
  if (Array.from(of('title')).length > titleLimit)
    return refusal('TOO_LONG', 'This field must be under 300 characters', 'title');
  const flair = subreddit.flairs.find((each) => each.id === of('flair_id'));
  if (subreddit.flairs.length > 0 && !flair)
    return refusal('SUBMIT_VALIDATION_FLAIR_REQUIRED', 'Your post must contain post flair.', 'flair');
  const common = { subreddit, flairText: of('flair_text') || flair?.text || '' };
  const wait = waitOf(context, redditor);
  switch (fields['kind'] ?? 'link') {
    case 'self':
      if (of('richtext_json') !== '' && of('text') !== '')
        return refusal('INVALID_SELFPOST', 'This request to self-post is invalid', 'text');
      if (Array.from(of('text')).length > textLimit)
        return refusal('TOO_LONG', 'This field must be under 40000 characters', 'text');
      if (subreddit.submission_type === 'link')
        return refusal('NO_SELFS', "This community doesn't allow text posts", 'sr');
      return wait > 0 ? tooOften(wait) : { ...common, kind: 'self', url: '', media: [] };
    case 'link':
      if (subreddit.submission_type === 'self') return refusal('NO_LINKS', "This community doesn't allow links", 'sr');
      if (!/^https?:\/\/\S+$/.test(of('url'))) return refusal('NO_URL', 'a url is required', 'url');
      if (of('resubmit') !== 'true' && of('resubmit') !== '1' && isThere(context, subreddit.name, of('url')))
        return refusal(
          'ALREADY_SUB',
          "This community doesn't allow links to be posted more than once, and this link has already been shared",
          'url',
        );
      return wait > 0 ? tooOften(wait) : { ...common, kind: 'link', url: of('url'), media: [] };
    case 'image': {
      const asset = assetOf(context, redditor.id, of('url'));
      if (!subreddit.allow_images) return refusal('NO_IMAGES', "This community doesn't allow images", 'sr');
      if (asset?.media?.kind !== 'image') return refusal('BAD_URL', 'you should check that url', 'url');
      return wait > 0 ? tooOften(wait) : { ...common, kind: 'image', url: of('url'), media: [asset.media] };
    }
    case 'video':
    case 'videogif': {
      const asset = assetOf(context, redditor.id, of('url'));
      const poster = assetOf(context, redditor.id, of('video_poster_url'));
      if (!subreddit.allow_videos) return refusal('ALREADY_SUB', "This community doesn't allow videos", 'sr');
      if (!asset?.media || poster?.media?.kind !== 'image')
        return refusal('MISSING_VIDEO_URLS', 'This community requires a video link and a post link', 'url');
      return wait > 0 ? tooOften(wait) : { ...common, kind: 'video', url: of('url'), media: [asset.media] };
    }
    default:
      return refusal('INVALID_OPTION', 'that option is not valid', 'sr');
  }
}

/** Seconds a new account must still wait. */
function waitOf(context: Context, redditor: Redditor): number {
  const last = context.state.postsOf('reddit', redditor.name).at(-1);
  if (!last || redditor.paceSeconds === undefined) return 0;
  return redditor.paceSeconds - (context.now().getTime() - Date.parse(last.createdAt)) / 1000;
}

function isThere(context: Context, subreddit: string, url: string): boolean {
  return [...context.state.tables.redditSubmissions.values()].some(
    (each) => each.subreddit === subreddit && each.kind === 'link' && each.url === url,
  );
}

async function make(
  context: Context,
  { redditor, fields, judged, typed }: { redditor: Redditor; fields: Json; judged: Judged; typed: string },
): Promise<Reply> {
  const { subreddit, kind, url, media, flairText } = judged;
  const id = randomInt(36 ** 6, 36 ** 7).toString(36);
  const now = context.now();
  const later = media.length > 0 ? processingOf(context, redditor, typed) : undefined;
  const owner = subreddit.subreddit_type === 'user' ? `user/${redditor.name}` : `r/${subreddit.name}`;
  const slug = slugOf(text(fields['title']));
  const path = `reddit/www/${owner}/comments/${id}/${slug}/`;
  const post: Post = {
    key: `reddit/${redditor.name}/${id}`,
    network: 'reddit',
    account: redditor.name,
    accountName: subreddit.subreddit_type === 'user' ? `u/${redditor.name}` : `u/${redditor.name} in ${owner}`,
    author: redditor.name,
    id,
    url: `${context.publicUrl}/${path}`,
    path,
    title: text(fields['title']),
    text: text(fields['text']),
    html: '',
    entities: [],
    status: later ? 'processing' : 'published',
    slug,
    tags: flairText ? [flairText] : [],
    media,
    featuredId: 0,
    createdAt: now.toISOString(),
    publishedAt: now.toISOString(),
    ...(later ? { pending: later.pending } : {}),
  };
  const isTrue = (name: string) => fields[name] === 'true' || fields[name] === '1';
  await context.state.commit({
    kind: 'row',
    table: 'redditSubmissions',
    id,
    value: {
      id,
      kind,
      subreddit: subreddit.name,
      url,
      flairText,
      isNsfw: isTrue('nsfw'),
      isSpoiler: isTrue('spoiler'),
      isCut: later?.isCut ?? false,
    },
  });
  await context.state.commit({ kind: 'post', post });
  if (!later)
    return json(200, { json: { errors: [], data: { url: post.url, drafts_count: 0, id, name: `t3_${id}` } } });
  announce(context, post);
  const websocket = later.isSilent ? null : `ws://${new URL(context.ownUrl).host}/reddit/ws/${id}?m=sandbox`;
  return json(200, {
    json: {
      errors: [],
      data: {
        ...(kind === 'image'
          ? { user_submitted_page: `${context.publicUrl}/reddit/www/user/${redditor.name}/submitted/` }
          : {}),
        websocket_url: websocket,
      },
    },
  });
}

/**
 * The processing of a file at Reddit: it `takes` longer, `fails`, makes the post without reporting it (a cut), or names
 * no websocket (`silent`).
 */
function processingOf(
  context: Context,
  redditor: Redditor,
  typed: string,
): { pending: Pending; isCut: boolean; isSilent: boolean } {
  const fault = context.faults.take({ network: 'reddit', operation: 'process', account: redditor.name, text: typed });
  const waitMs = fault?.kind === 'takes' ? fault.seconds * 1000 : processingMs;
  return {
    pending: {
      at: new Date(context.now().getTime() + waitMs).toISOString(),
      becomes: fault?.kind === 'fails' ? 'failed' : 'published',
    },
    isCut: fault?.kind === 'cut',
    isSilent: fault?.kind === 'silent',
  };
}

function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 50) || '_'
  );
}

/** Whether readers can see the post: it exists, is ready and was not removed. */
export function isLive(context: Context, post: Post): boolean {
  return currentStatus(post, context.now()) === 'published';
}
