import { z } from 'zod';
import { cutText } from '#rules/captions.ts';
import type { Account, Found, Limits, LostAttempt, Network, Outcome, PostContent, PublishContext } from '../network.ts';
import { openReddit, readReply, refusalOf, type Read, type Reddit } from './api.ts';
import { redditConsent, renewReddit, revokeReddit, type BaseUrls } from './consent.ts';
import { uploadFile } from './lease.ts';
import { findPost, readSubmitted } from './listing.ts';
import { markdownWithin } from './markdown.ts';
import { listen, outcomeOf } from './media-post.ts';
import { posterOf } from './poster.ts';

/**
 * Title 300 and text 40,000 characters: reddit.com/dev/api, "POST /api/submit" (TOO_LONG), counted in code points
 * (`len` of a Unicode text in Python: github.com/reddit-archive/reddit, r2/lib/validator/validator.py, VLength; read
 * 2026-11-22); pictures and videos carry a text, too (PRAW 8.0, `selftext` of `submit_image` and `submit_video`; read
 * 2026-11-21). Sizes of files: from memory. Pace: one post in 15 minutes; new accounts are limited to about one in ten
 * minutes.
 */
export const redditLimits: Limits = {
  gapSeconds: 900,
  parallel: 4,
  textLength: 40_000,
  captionLength: 40_000,
  titleLength: 300,
  lengthUnit: 'code-points',
  imageBytes: 20_000_000,
  videoBytes: 1_000_000_000,
  videoSeconds: 900,
};

/**
 * Reddit: posts to the account's own profile, or to the subreddit its profile names as `subreddit`. It has none of the
 * figures that the product shows.
 */
export function reddit(
  baseUrls: BaseUrls,
): Network & Required<Pick<Network, 'consent' | 'refresh' | 'check' | 'find'>> {
  const open = ({ credentials }: Account): Reddit =>
    openReddit({ ...baseUrls, token: credentials['accessToken'] ?? '' });
  return {
    id: 'reddit',
    limits: redditLimits,
    consent: redditConsent(baseUrls),
    refresh: (account, context) => renewReddit(baseUrls, account, context),
    revoke: (account, context) => revokeReddit(baseUrls, account, context),
    publish: (content, account, context) => publish({ baseUrls, reddit: open(account), content, account, context }),
    check: (ticket, account, { signal }) => check({ baseUrls, reddit: open(account), ticket, account, signal }),
    find: (content, account, attempt, { signal }) =>
      find({ baseUrls, reddit: open(account), content, account, attempt, signal }),
  };
}

/** `u_name` is the profile of a user. */
const targetOf = ({ username, profile }: Account): string => profile['subreddit'] || `u_${username}`;

const answerShape = z.object({
  json: z.object({
    errors: z
      .array(
        z
          .tuple([
            z.string(),
            z
              .string()
              .nullish()
              .transform((text) => text ?? ''),
          ])
          .rest(z.unknown()),
      )
      .default([]),
    ratelimit: z.coerce.number().optional(),
    // A media post has no name, and sometimes no websocket either (PRAW, `Subreddit._submit_media`, read 2026-11-22).
    data: z
      .object({ name: z.string().nullish(), url: z.string().nullish(), websocket_url: z.string().nullish() })
      .nullish(),
  }),
});

const listenMs = 10_000;
const checkAfterSeconds = 15;

async function publish({
  baseUrls,
  reddit: ask,
  content,
  account,
  context,
}: {
  baseUrls: BaseUrls;
  reddit: Reddit;
  content: PostContent;
  account: Account;
  context: PublishContext;
}): Promise<Outcome> {
  const title = titleOf(content);
  if (title === '') return { kind: 'rejected', message: 'There is nothing to post: the item has no title and no text' };
  const prepared = await prepare({ baseUrls, reddit: ask, content, signal: context.signal });
  if (prepared.kind === 'failed') return prepared.failure;
  const text = bodyOf(content);
  const form = {
    api_type: 'json',
    sr: targetOf(account),
    title,
    sendreplies: 'false',
    ...prepared.value,
    ...(text === '' ? {} : { text }),
  };
  await context.fence({
    payload: {
      ...form,
      url: undefined,
      video_poster_url: undefined,
      fileName: content.media?.fileName,
      sizeBytes: content.media?.sizeBytes,
    },
  });
  const submittedAt = new Date();
  const answer = readReply(await ask({ path: '/api/submit', form, signal: context.signal }), answerShape);
  if (answer.kind === 'failed') return answer.failure;
  const {
    errors: [error],
    ratelimit,
    data,
  } = answer.value.json;
  if (error !== undefined) return refusalOf([error[0], error[1]], ratelimit);
  if (data?.name) return { kind: 'published', postId: data.name.replace(/^t3_/, ''), postUrl: data.url ?? null };
  const address = data?.websocket_url ?? '';
  const waiting: Outcome = {
    kind: 'processing',
    checkAfterSeconds,
    ticket: { title, subreddit: form.sr, submittedAt: submittedAt.toISOString(), websocketUrl: address },
  };
  return outcomeOf(
    await listen({ http: baseUrls.http, address, signal: context.signal, timeoutMs: listenMs }),
    waiting,
  );
}

/** The fields for the kind of post; files are uploaded here, which makes nothing public. */
async function prepare({
  baseUrls: { http, apiUrl },
  reddit: ask,
  content,
  signal,
}: {
  baseUrls: BaseUrls;
  reddit: Reddit;
  content: PostContent;
  signal: AbortSignal;
}): Promise<Read<Readonly<Record<string, string>>>> {
  const { media } = content;
  if (media === null) return { kind: 'done', value: { kind: 'self' } };
  const file = await uploadFile({ http, reddit: ask, apiUrl, media, signal });
  if (file.kind === 'failed') return file;
  switch (media.kind) {
    case 'image':
      return { kind: 'done', value: { kind: 'image', url: file.value } };
    case 'video': {
      const poster = await uploadFile({ http, reddit: ask, apiUrl, media: await posterOf(media), signal });
      if (poster.kind === 'failed') return poster;
      return { kind: 'done', value: { kind: 'video', url: file.value, video_poster_url: poster.value } };
    }
    default:
      return media.kind satisfies never;
  }
}

/** The item's title, otherwise the first line of its text; always a single line. */
function titleOf({ title, text }: PostContent): string {
  const line = (title.trim() || (text.trim().split('\n', 1)[0] ?? '')).replace(/\s+/g, ' ').trim();
  return cutText(line, { limit: redditLimits.titleLength, unit: redditLimits.lengthUnit });
}

/** The text under the title; a text equal to the title is not repeated. */
function bodyOf({ title, text }: PostContent): string {
  const words =
    text.trim() === title.trim() || (title.trim() === '' && !text.trim().includes('\n') && text.trim().length <= 300)
      ? ''
      : text;
  return markdownWithin(words, {
    limit: 40_000,
    cut: (whole, limit) => cutText(whole, { limit, unit: redditLimits.lengthUnit }),
  });
}

const listenAgainMs = 8_000;

/** Read-only: a media post is published once the account lists it; only the websocket reports a failure. */
async function check({
  baseUrls,
  reddit: ask,
  ticket,
  account,
  signal,
}: {
  baseUrls: BaseUrls;
  reddit: Reddit;
  ticket: Readonly<Record<string, string>>;
  account: Account;
  signal: AbortSignal;
}): Promise<Outcome> {
  const { title = '', subreddit = '', submittedAt = '', websocketUrl = '' } = ticket;
  const listed = await readSubmitted(ask, account.username, signal);
  if (listed.kind === 'failed') return listed.failure;
  const since = new Date(submittedAt);
  const post = findPost(listed.value, { title, subreddit, since });
  if (post !== undefined) return { kind: 'published', postId: post.id, postUrl: urlOf(baseUrls, post.permalink) };
  const ageSeconds = Math.max(0, (Date.now() - since.getTime()) / 1000);
  const waiting: Outcome = {
    kind: 'processing',
    ticket,
    checkAfterSeconds: Math.round(Math.min(600, Math.max(checkAfterSeconds, ageSeconds / 4))),
  };
  return outcomeOf(
    await listen({ http: baseUrls.http, address: websocketUrl, signal, timeoutMs: listenAgainMs }),
    waiting,
  );
}

const urlOf = ({ authUrl }: Pick<BaseUrls, 'authUrl'>, permalink: string): string =>
  /^https?:/.test(permalink) ? permalink : authUrl + permalink;

/** A text is listed almost at once; this is the time that Reddit's lists get to catch up. */
const listedAfterMs = 30_000;

/**
 * A post that is listed is found. A text missing from a list that reaches back far enough is absent. A missing picture
 * or video may still be in processing: Reddit lists it only afterwards and names no time limit, so its absence can
 * never be proved.
 */
async function find({
  baseUrls,
  reddit: ask,
  content,
  account,
  attempt: { fencedAt },
  signal,
}: {
  baseUrls: BaseUrls;
  reddit: Reddit;
  content: PostContent;
  account: Account;
  attempt: LostAttempt;
  signal: AbortSignal;
}): Promise<Found> {
  const listed = await readSubmitted(ask, account.username, signal);
  if (listed.kind === 'failed') return { kind: 'undecided', message: listed.failure.message };
  const post = findPost(listed.value, { title: titleOf(content), subreddit: targetOf(account), since: fencedAt });
  if (post !== undefined) return { kind: 'found', postId: post.id, postUrl: urlOf(baseUrls, post.permalink) };
  const { reachesTo } = listed.value;
  if (reachesTo !== null && reachesTo.getTime() >= fencedAt.getTime() - 60_000)
    return { kind: 'undecided', message: 'The account has posted so much since that its list does not reach back' };
  if (content.media !== null) return { kind: 'undecided', message: 'Reddit may still be working on the file' };
  const isSettled = Date.now() - fencedAt.getTime() >= listedAfterMs;
  return isSettled ? { kind: 'absent' } : { kind: 'undecided', message: 'Reddit may still list the post' };
}
