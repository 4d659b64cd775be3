import { z } from 'zod';
import { multipartBody } from '#outbound/multipart.ts';
import { composeCaption, cutText } from '#rules/captions.ts';
import { isLeftFor, fingerprintOf } from '../left-from-before.ts';
import type { Account, Found, LostAttempt, Media, Outcome, PostContent, PublishContext } from '../network.ts';
import { unseen } from '../unseen.ts';
import { harmless, type Graph, type Step } from './graph.ts';
import { facebookLimits } from './limits.ts';

/**
 * Shown where an account is a group: posting to groups was removed from all versions of the API on 2024-04-22
 * (changelog of v19.0).
 */
export const groupsAreGone =
  'Meta removed posting to groups by apps in April 2024. Please post to this group on Facebook itself.';

const postShape = z.object({ id: z.string(), permalink_url: z.string().optional() });
const idShape = z.object({ id: z.string() });
const checkAfterSeconds = 5;
const checkAgainSeconds = 20;

type Publishing = { graph: Graph; webUrl: string; content: PostContent; account: Account; context: PublishContext };

/**
 * A text is one request. A picture is first stored with the page unpublished, then shown by a post; a video is uploaded
 * in one form, which is also the post. Source: developers.facebook.com/docs/pages-api/posts,
 * /docs/graph-api/reference/page/photos and /videos.
 */
export async function publish(publishing: Publishing): Promise<Outcome> {
  const { content, account } = publishing;
  if (account.profile['category'] === 'group') return { kind: 'rejected', message: groupsAreGone };
  const { media } = content;
  if (media === null) return publishPost(publishing, null);
  switch (media.kind) {
    case 'video':
      return publishVideo(publishing, media);
    case 'image':
      return publishImage(publishing, media);
    default:
      return media.kind satisfies never;
  }
}

/** The post's text in Facebook's form. */
export const messageOf = (content: PostContent): string =>
  cutText(composeCaption({ title: content.title, text: content.text }), {
    limit: facebookLimits.textLength,
    unit: facebookLimits.lengthUnit,
  });

async function publishImage(publishing: Publishing, media: Media): Promise<Outcome> {
  const { context, content } = publishing;
  const madeFor = fingerprintOf(media, altOf(content));
  const { photoId = '' } = context.remembered;
  const kept = isLeftFor(context, madeFor) ? photoId : '';
  const photo = kept === '' ? await storePhoto(publishing, media) : { kind: 'done' as const, value: { id: kept } };
  if (photo.kind === 'failed') return harmless(photo.outcome);
  if (kept === '') await context.remember({ photoId: photo.value.id, madeFor });
  const outcome = await publishPost(publishing, photo.value.id);
  // Facebook may refuse this particular photo (it forgets unpublished ones), so publishing again uploads another.
  if (outcome.kind === 'rejected') await context.remember({ photoId: '' });
  return outcome;
}

const storePhoto = ({ graph, account, content }: Publishing, media: Media): Promise<Step<{ id: string }>> =>
  graph.upload(
    `${account.externalId}/photos`,
    {
      host: 'graph',
      bodyOf: (own) =>
        multipartBody({
          fields: { ...own, published: 'false', ...altOf(content) },
          files: [{ field: 'source', file: media }],
        }),
    },
    idShape,
  );

/** The field of a page's photos for the alt text: developers.facebook.com/docs/graph-api/reference/page/photos. */
const altOf = ({ alt }: PostContent): Record<string, string> =>
  alt.trim() === '' ? {} : { alt_text_custom: alt.trim() };

async function publishPost(
  { graph, webUrl, content, account, context }: Publishing,
  photoId: string | null,
): Promise<Outcome> {
  const message = messageOf(content);
  const attached = photoId === null ? {} : { attached_media: JSON.stringify([{ media_fbid: photoId }]) };
  if (message === '' && photoId === null)
    return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
  const fields = { ...(message === '' ? {} : { message }), ...attached, published: 'true', fields: 'id,permalink_url' };
  await context.fence({
    payload: { page: account.externalId, ...fields },
    remoteIds: photoId === null ? {} : { photoId },
  });
  const made = await graph.post(`${account.externalId}/feed`, fields, postShape);
  if (made.kind === 'failed') return made.outcome;
  return { kind: 'published', postId: made.value.id, postUrl: addressOf(webUrl, made.value) };
}

async function publishVideo({ graph, content, account, context }: Publishing, media: Media): Promise<Outcome> {
  const description = messageOf(content);
  const title = cutText(content.title.trim(), { limit: facebookLimits.titleLength, unit: facebookLimits.lengthUnit });
  const fields = { ...(description === '' ? {} : { description }), ...(title === '' ? {} : { title }) };
  await context.fence({
    payload: { page: account.externalId, ...fields, fileName: media.fileName, sizeBytes: media.sizeBytes },
  });
  const made = await graph.upload(
    `${account.externalId}/videos`,
    {
      host: 'video',
      bodyOf: (own) => multipartBody({ fields: { ...own, ...fields }, files: [{ field: 'source', file: media }] }),
    },
    idShape,
  );
  if (made.kind === 'failed') return made.outcome;
  return { kind: 'processing', ticket: { videoId: made.value.id }, checkAfterSeconds };
}

const phase = z
  .object({ status: z.string().optional(), errors: z.array(z.object({ message: z.string().default('') })).optional() })
  .optional();
const videoShape = z.object({
  status: z.object({
    video_status: z.string(),
    uploading_phase: phase,
    processing_phase: phase,
    publishing_phase: phase,
  }),
  permalink_url: z.string().optional(),
  post_id: z.string().optional(),
});

/**
 * The progress of a video. Figures are read from the post on the page, if Facebook names it. Right after the upload
 * Facebook may answer that no such object exists (100, subcode 33). Sources:
 * developers.facebook.com/docs/graph-api/reference/video and /video-status (read 2026-11-27).
 */
export async function check({
  graph,
  webUrl,
  account,
  ticket,
}: {
  graph: Graph;
  webUrl: string;
  account: Account;
  ticket: Readonly<Record<string, string>>;
}): Promise<Outcome> {
  const videoId = ticket['videoId'] ?? '';
  const seen = await graph.get(videoId, { fields: 'status,permalink_url,post_id' }, videoShape);
  if (seen.kind === 'failed')
    return seen.isMissing ? unseen(ticket, 'The video has been deleted on Facebook') : harmless(seen.outcome);
  const { status, permalink_url: permalink, post_id: postId } = seen.value;
  switch (status.video_status) {
    case 'ready':
      return {
        kind: 'published',
        postId: postId === undefined ? videoId : fullId(account, postId),
        postUrl: addressOf(webUrl, { id: videoId, permalink_url: permalink ?? `/reel/${videoId}` }),
      };
    case 'error':
    case 'upload_failed':
    case 'expired': {
      const reasons = [status.uploading_phase, status.processing_phase, status.publishing_phase]
        .flatMap((each) => each?.errors ?? [])
        .map(({ message }) => message)
        .filter((each) => each !== '');
      return { kind: 'rejected', message: `Facebook could not use the video: ${reasons[0] ?? status.video_status}` };
    }
    default:
      return { kind: 'processing', ticket: { videoId }, checkAfterSeconds: checkAgainSeconds };
  }
}

const fullId = (account: Account, postId: string): string =>
  postId.includes('_') ? postId : `${account.externalId}_${postId}`;

/** The address of a post; Facebook returns some as a path. */
function addressOf(
  webUrl: string,
  { id, permalink_url: permalink }: { id: string; permalink_url?: string | undefined },
): string {
  if (permalink === undefined) return `${webUrl}/${id}`;
  return permalink.startsWith('/') ? webUrl + permalink : permalink;
}

const attachmentsShape = z.object({
  data: z.array(z.object({ target: z.object({ id: z.string().default('') }).optional() })),
});
const listShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().default(''),
      created_time: z.string(),
      permalink_url: z.string().optional(),
      attachments: attachmentsShape.optional(),
    }),
  ),
});
type Listed = z.output<typeof listShape>['data'][number];
const slackSeconds = 60;

/**
 * Searches the posts that the page has published since the attempt: ours is the one that shows the stored photo, or has
 * the same text. A picture without text is proved present by its photo alone. Nothing proves a post absent: Meta calls
 * the list a ranked selection, and it may lack a post of a quiet page. Source:
 * developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-27).
 */
export async function find({
  graph,
  webUrl,
  content,
  account,
  attempt,
}: {
  graph: Graph;
  webUrl: string;
  content: PostContent;
  account: Account;
  attempt: LostAttempt;
}): Promise<Found> {
  const since = Math.floor(attempt.fencedAt.getTime() / 1000) - slackSeconds;
  const fields = 'id,message,created_time,permalink_url,attachments{target{id}}';
  const listed = await graph.get(
    `${account.externalId}/published_posts`,
    { fields, since: String(since), limit: '100' },
    listShape,
  );
  if (listed.kind === 'failed') return { kind: 'undecided', message: listed.outcome.message };
  const words = folded(messageOf(content));
  const photoId = attempt.remoteIds['photoId'] ?? '';
  const posts = listed.value.data.filter((each) => Date.parse(each.created_time) / 1000 >= since);
  const alike = posts.filter((each) => words !== '' && folded(each.message) === words);
  const post =
    posts.find((each) => photoId !== '' && targetsOf(each).includes(photoId)) ??
    alike.find((each) => content.media?.kind !== 'image' || photoId === '' || targetsOf(each).length === 0);
  if (post !== undefined) return { kind: 'found', postId: post.id, postUrl: addressOf(webUrl, post) };
  if (alike.length > 0)
    return { kind: 'undecided', message: 'The page has a post of the same words with another picture' };
  return { kind: 'undecided', message: 'Facebook’s list of the page’s posts does not show it, and may omit posts' };
}

const targetsOf = ({ attachments }: Listed): string[] =>
  attachments?.data.flatMap(({ target }) => (target === undefined || target.id === '' ? [] : [target.id])) ?? [];

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
