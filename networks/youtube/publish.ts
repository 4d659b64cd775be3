import { z } from 'zod';
import { cutText } from '#rules/captions.ts';
import { isLeftFor, fingerprintOf } from '../left-from-before.ts';
import type { Account, Found, LostAttempt, Media, Outcome, PostContent, PublishContext } from '../network.ts';
import { harmless, type Step, type Youtube, type YoutubeAddresses } from './api.ts';
import { unseen } from '../unseen.ts';
import { youtubeLimits } from './limits.ts';
import { openSession, probeSession, sendFile, videoShape, type Progress, type Video } from './session.ts';

const checkAfterSeconds = 10;
const checkAgainSeconds = 30;
/** "People & Blogs", YouTube's own default. */
const categoryId = '22';

type Publishing = { youtube: Youtube; addresses: YoutubeAddresses; content: PostContent; context: PublishContext };

/**
 * Uploads the video by the resumable protocol. Only its last piece creates it, so only that piece is behind the fence;
 * pieces from an earlier try are not sent again.
 */
export async function publish({ youtube, addresses, content, context }: Publishing): Promise<Outcome> {
  const { media } = content;
  if (media?.kind !== 'video') return { kind: 'rejected', message: 'YouTube only takes videos' };
  const resource = resourceOf(content);
  const session = await sessionOf({ youtube, addresses, context, resource, media });
  if (session.kind === 'failed') return harmless(session.outcome);
  if (session.value.kind === 'complete') return outcomeOf(session.value.video, addresses.webUrl);

  const { address, offset } = session.value;
  const beforeLast = (): Promise<void> =>
    context.fence({
      payload: { ...resource, fileName: media.fileName, sizeBytes: media.sizeBytes },
      remoteIds: { session: address, sizeBytes: String(media.sizeBytes) },
    });
  const { step, wasLast } = await sendFile({ youtube, session: address, media, offset, beforeLast });
  if (step.kind === 'failed') return wasLast ? step.outcome : harmless(step.outcome);
  switch (step.value.kind) {
    case 'complete':
      return outcomeOf(step.value.video, addresses.webUrl);
    case 'gone':
      return { kind: 'unreachable', message: 'YouTube dropped the upload, so it starts again' };
    case 'open':
      // This should not happen after the last piece: reading the session back decides.
      return { kind: 'unknown', message: 'YouTube says that bytes are still missing' };
    default:
      return step.value satisfies never;
  }
}

type Ready = { kind: 'open'; address: string; offset: number } | { kind: 'complete'; video: Video };

/** The session to continue: the one of an earlier try if YouTube still has it, otherwise a new one. */
async function sessionOf({
  youtube,
  addresses,
  context,
  resource,
  media,
}: {
  youtube: Youtube;
  addresses: YoutubeAddresses;
  context: PublishContext;
  resource: unknown;
  media: Media;
}): Promise<Step<Ready>> {
  const { session: kept } = context.remembered;
  const madeFor = fingerprintOf(media, resource);
  if (kept !== undefined && URL.canParse(kept) && isLeftFor(context, madeFor)) {
    const progress = await probeSession({ youtube, session: kept, sizeBytes: media.sizeBytes });
    if (progress.kind === 'failed') return progress;
    if (progress.value.kind === 'complete') return { kind: 'done', value: progress.value };
    if (progress.value.kind === 'open' && progress.value.offset < media.sizeBytes)
      return { kind: 'done', value: { kind: 'open', address: kept, offset: progress.value.offset } };
  }
  const opened = await openSession({ youtube, uploadUrl: addresses.uploadUrl, resource, media });
  if (opened.kind === 'failed') return opened;
  await context.remember({ session: opened.value, madeFor });
  return { kind: 'done', value: { kind: 'open', address: opened.value, offset: 0 } };
}

/** The video resource: angle brackets are not accepted, and a title is required. */
function resourceOf({ title, text, media }: PostContent) {
  const clean = (words: string): string => words.replaceAll('<', '‹').replaceAll('>', '›').trim();
  const named = clean(title) || clean(text).split('\n', 1)[0] || media?.fileName.replace(/\.[^.]*$/, '') || 'Video';
  return {
    snippet: {
      title: cutText(named, {
        limit: youtubeLimits.titleLength,
        unit: youtubeLimits.titleUnit ?? youtubeLimits.lengthUnit,
      }),
      description: cutText(clean(text), { limit: youtubeLimits.captionLength, unit: youtubeLimits.lengthUnit }),
      categoryId,
    },
    status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
  };
}

/**
 * A channel's own settings may make an upload private, whatever was requested. An app without an audit no longer does:
 * developers.google.com/youtube/v3/revision_history, 2026-11-02.
 */
const keptPrivate =
  'YouTube keeps the video private, as the channel’s upload settings may decide. Make it public in YouTube Studio.';

const urlOf = (webUrl: string, id: string): string => `${webUrl}/watch?v=${id}`;

const failures: Readonly<Record<string, string>> = {
  codec: 'it is in a format that YouTube cannot read',
  conversion: 'YouTube could not convert it',
  emptyFile: 'the file is empty',
  invalidFile: 'the file is no video YouTube knows',
  tooSmall: 'the file is too small',
  uploadAborted: 'the upload was broken off',
  duplicate: 'the same video is on the channel already',
  copyright: 'it was claimed for copyright',
  length: 'it is longer than this channel may upload',
  inappropriate: 'YouTube finds it inappropriate',
  termsOfUse: 'it breaks YouTube’s terms',
  trademark: 'it was claimed for a trademark',
  claim: 'it was claimed by somebody',
  legal: 'of a legal complaint',
  uploaderAccountClosed: 'the channel is closed',
  uploaderAccountSuspended: 'the channel is suspended',
};

/** The meaning of a video's status. Source: developers.google.com/youtube/v3/docs/videos#status.uploadStatus. */
function outcomeOf({ id, status }: Video, webUrl: string): Outcome {
  switch (status.uploadStatus) {
    case 'processed':
      return {
        kind: 'published',
        postId: id,
        postUrl: urlOf(webUrl, id),
        ...(status.privacyStatus === 'private' ? { note: keptPrivate } : {}),
      };
    case 'failed':
      return { kind: 'rejected', message: `YouTube could not use the video: ${reason(status.failureReason)}` };
    case 'rejected':
      return { kind: 'rejected', message: `YouTube took the video down: ${reason(status.rejectionReason)}` };
    case 'deleted':
      return { kind: 'rejected', message: 'The video has been deleted on YouTube' };
    default:
      return { kind: 'processing', ticket: { videoId: id }, checkAfterSeconds };
  }
}

const reason = (word: string | undefined): string =>
  word === undefined ? 'it gives no reason' : (failures[word] ?? word);

const videosShape = z.object({ items: z.array(videoShape).default([]) });

/** The progress of a video at YouTube, whose list may lack it for a while right after the upload. */
export async function check({
  youtube,
  addresses,
  ticket,
}: {
  youtube: Youtube;
  addresses: YoutubeAddresses;
  ticket: Readonly<Record<string, string>>;
}): Promise<Outcome> {
  const seen = await youtube.get(
    'videos',
    { part: 'status,processingDetails', id: ticket['videoId'] ?? '' },
    videosShape,
  );
  if (seen.kind === 'failed') return harmless(seen.outcome);
  const [video] = seen.value.items;
  if (video === undefined) return unseen(ticket, 'The video has been deleted on YouTube');
  const outcome = outcomeOf(video, addresses.webUrl);
  return outcome.kind === 'processing' ? { ...outcome, checkAfterSeconds: checkAgainSeconds } : outcome;
}

const uploadsShape = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string(),
          publishedAt: z.string(),
          resourceId: z.object({ videoId: z.string() }),
        }),
      }),
    )
    .default([]),
});
const slackMs = 60_000;

/**
 * Asks the session of the lost attempt, which knows whether its last byte arrived. If YouTube has forgotten it, the
 * channel's uploads may show the video; its absence there proves nothing, as no page says when a video is listed, and
 * another session would create another video. Source:
 * developers.google.com/youtube/v3/guides/using_resumable_upload_protocol.
 */
export async function find({
  youtube,
  addresses,
  content,
  account,
  attempt,
}: {
  youtube: Youtube;
  addresses: YoutubeAddresses;
  content: PostContent;
  account: Account;
  attempt: LostAttempt;
}): Promise<Found> {
  const { session = '', sizeBytes = '' } = attempt.remoteIds;
  if (!URL.canParse(session)) return { kind: 'undecided', message: 'The attempt does not say which upload it was' };
  const progress: Step<Progress> = await probeSession({ youtube, session, sizeBytes: Number(sizeBytes) });
  if (progress.kind === 'failed') return { kind: 'undecided', message: progress.outcome.message };
  switch (progress.value.kind) {
    case 'complete':
      return {
        kind: 'found',
        postId: progress.value.video.id,
        postUrl: urlOf(addresses.webUrl, progress.value.video.id),
      };
    case 'open':
      // An upload with all its bytes may become a video at any moment; one that lacks some is not a video, and the next
      // try continues it.
      return progress.value.offset < Number(sizeBytes)
        ? { kind: 'absent' }
        : { kind: 'undecided', message: 'YouTube has all of the file and does not name the video yet' };
    case 'gone':
      break;
    default:
      return progress.value satisfies never;
  }
  const uploads = await youtube.get(
    'playlistItems',
    { part: 'snippet', playlistId: account.profile['uploads'] ?? '', maxResults: '50' },
    uploadsShape,
  );
  if (uploads.kind === 'failed') return { kind: 'undecided', message: uploads.outcome.message };
  const { title } = resourceOf(content).snippet;
  const found = uploads.value.items.find(
    ({ snippet }) => snippet.title === title && Date.parse(snippet.publishedAt) >= attempt.fencedAt.getTime() - slackMs,
  );
  if (found === undefined)
    return { kind: 'undecided', message: 'YouTube has forgotten the upload, and the channel does not show the video' };
  const { videoId } = found.snippet.resourceId;
  return { kind: 'found', postId: videoId, postUrl: urlOf(addresses.webUrl, videoId) };
}
