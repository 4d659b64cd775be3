import type { Http } from '#outbound/request.ts';
import { cutText } from '#rules/captions.ts';
import { isLeftFor, fingerprintOf } from '../left-from-before.ts';
import type {
  Account,
  Found,
  Limits,
  LostAttempt,
  Media,
  Network,
  Outcome,
  PostContent,
  PublishContext,
  Revoked,
} from '../network.ts';
import { nothingPublic, openVimeo, type Vimeo } from './api.ts';
import { vimeoConsent } from './consent.ts';
import { readFigures } from './engagement.ts';
import { arrivedOf, sendBytes } from './tus.ts';
import { createVideo, findEmptyVideo, readVideo, whyNoRoom, type Video } from './videos.ts';

/**
 * Lengths of name and description: vimeo.com's own form (from memory; the API names none). Sizes depend on the
 * account's plan and are asked for before each upload. Pace: developer.vimeo.com/guidelines/rate-limiting gives
 * requests a minute by plan and no rule for posts; two seconds are our courtesy.
 */
export const vimeoLimits: Limits = {
  gapSeconds: 2,
  parallel: 10,
  textLength: 5000,
  captionLength: 5000,
  titleLength: 128,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
  engagementBatch: 100,
};

/**
 * Vimeo with the person's own app: `apiUrl` is `https://api.vimeo.com`, `authUrl` the base URL of the consent page (the
 * same in production).
 */
export function vimeo({
  http,
  apiUrl,
  authUrl,
}: {
  http: Http;
  apiUrl: string;
  authUrl: string;
}): Network & Required<Pick<Network, 'consent' | 'check' | 'find' | 'engagement'>> {
  const open = ({ credentials }: Account): Vimeo =>
    openVimeo({ http, apiUrl, token: credentials['accessToken'] ?? '' });
  return {
    id: 'vimeo',
    limits: vimeoLimits,
    consent: vimeoConsent({ http, apiUrl, authUrl }),
    revoke: (account, { signal }) => revoke(open(account), signal),
    publish: (content, account, context) => publish({ http, vimeo: open(account), content, context }),
    check: (ticket, account, { signal }) => check(open(account), ticket['videoId'] ?? '', signal),
    find: (_content, account, attempt, { signal }) => find({ http, vimeo: open(account), attempt, signal }),
    engagement: (postIds, account, { signal }) => readFigures(open(account), postIds, signal),
  };
}

/**
 * Revokes the token that the request uses. Source: developer.vimeo.com/api/reference/authentication-extras, "Revoke the
 * current access token" (read 2026-11-21).
 */
async function revoke(ask: Vimeo, signal: AbortSignal): Promise<Revoked> {
  const reply = await ask({ method: 'DELETE', path: '/tokens', signal });
  if (reply.kind !== 'answered') return { kind: 'unreachable', message: reply.message };
  // A token that Vimeo no longer knows counts as revoked.
  if (reply.status < 300 || reply.status === 401) return { kind: 'revoked' };
  return {
    kind: reply.status < 500 ? 'refused' : 'unreachable',
    message: `Vimeo answered with status ${reply.status}`,
  };
}

const checkAfterSeconds = 5;
const processing = (videoId: string): Outcome => ({ kind: 'processing', ticket: { videoId }, checkAfterSeconds });

/** Creates an empty video, or reuses an earlier try's, and sends its bytes: the last one makes it public. */
async function publish({
  http,
  vimeo: ask,
  content,
  context,
}: {
  http: Http;
  vimeo: Vimeo;
  content: PostContent;
  context: PublishContext;
}): Promise<Outcome> {
  const { media } = content;
  if (media?.kind !== 'video') return { kind: 'rejected', message: 'Vimeo takes videos only' };
  const begun = await beginUpload({ vimeo: ask, content, media, context });
  if (begun.kind === 'failed') return begun.outcome;
  const { video, uploadLink } = begun;
  const from = await arrivedOf({ http, link: uploadLink, signal: context.signal });
  if (from.kind === 'gone') return { kind: 'unreachable', message: 'Vimeo has forgotten the upload that was begun' };
  if (from.kind === 'unknown') return { kind: 'unreachable', message: from.message };
  await context.fence({
    payload: { ...wordsOf(content), fileName: media.fileName, sizeBytes: media.sizeBytes },
    remoteIds: { videoId: video.id, uploadLink },
  });
  const sent = await sendBytes({ http, link: uploadLink, media, from: from.bytes, signal: context.signal });
  if (sent.kind === 'arrived' && sent.bytes === media.sizeBytes) return processing(video.id);
  // Not all bytes have arrived: the video is certainly not public, and a later try resumes from here.
  if (sent.kind === 'arrived')
    return { kind: 'unreachable', message: `Vimeo took ${sent.bytes} of ${media.sizeBytes} bytes` };
  return {
    kind: 'unknown',
    message: sent.kind === 'gone' ? 'Vimeo has closed the upload without saying how it went' : sent.message,
  };
}

type Begun = { kind: 'begun'; video: Video; uploadLink: string } | { kind: 'failed'; outcome: Outcome };

async function beginUpload({
  vimeo: ask,
  content,
  media,
  context,
}: {
  vimeo: Vimeo;
  content: PostContent;
  media: Media;
  context: PublishContext;
}): Promise<Begun> {
  const { signal, remembered } = context;
  const words = wordsOf(content);
  const madeFor = fingerprintOf(media, words);
  const { videoId, createTried } = isLeftFor(context, madeFor) ? remembered : {};
  if (videoId !== undefined) {
    const known = await readVideo(ask, videoId, signal);
    if (known.kind === 'failed') return { kind: 'failed', outcome: nothingPublic(known.failure) };
    const uploadLink = known.value?.uploadLink ?? remembered['uploadLink'];
    // A deleted or broken video is created again; a complete one needs no more bytes.
    if (known.value?.upload === 'in_progress' && uploadLink !== undefined)
      return { kind: 'begun', video: known.value, uploadLink };
  }
  const earlier =
    createTried === undefined || videoId !== undefined
      ? null
      : await findEmptyVideo(ask, { name: words.name, since: new Date(createTried), signal });
  if (earlier?.kind === 'failed') return { kind: 'failed', outcome: earlier.failure };
  if (earlier?.value?.uploadLink) return begunWith(earlier.value, earlier.value.uploadLink, context);

  const noRoom = await whyNoRoom(ask, media.sizeBytes, signal);
  if (noRoom !== null) return { kind: 'failed', outcome: noRoom };
  await context.remember({ createTried: new Date().toISOString(), madeFor });
  const made = await createVideo(ask, { ...words, media, signal });
  if (made.kind === 'failed') return { kind: 'failed', outcome: made.failure };
  const { uploadLink } = made.value;
  if (uploadLink === null)
    return {
      kind: 'failed',
      outcome: { kind: 'rejected', message: 'Vimeo gave no place to upload to: the app has no upload access' },
    };
  return begunWith(made.value, uploadLink, context);
}

async function begunWith(video: Video, uploadLink: string, context: PublishContext): Promise<Begun> {
  await context.remember({ videoId: video.id, uploadLink });
  return { kind: 'begun', video, uploadLink };
}

function wordsOf({ title, text, media }: PostContent): { name: string; description: string } {
  const { titleLength, textLength, lengthUnit: unit } = vimeoLimits;
  const firstLine = text.trim().split('\n', 1)[0] ?? '';
  const name = title.trim() || firstLine || media?.fileName.replace(/\.[^.]*$/, '') || 'Untitled';
  return {
    name: cutText(name, { limit: titleLength, unit }),
    description: cutText(text.trim(), { limit: textLength, unit }),
  };
}

/** Read-only: the progress of a video at Vimeo. It is published once everybody can play it. */
async function check(ask: Vimeo, videoId: string, signal: AbortSignal): Promise<Outcome> {
  const read = await readVideo(ask, videoId, signal);
  if (read.kind === 'failed') return read.failure;
  if (read.value === null) return { kind: 'rejected', message: 'The video has been deleted on Vimeo' };
  const { upload, transcode, id, link } = read.value;
  if (upload === 'error' || transcode === 'error')
    return { kind: 'rejected', message: 'Vimeo could not process the video' };
  return transcode === 'complete' ? { kind: 'published', postId: id, postUrl: link || null } : processing(id);
}

/**
 * A video whose upload lost its answer: found when Vimeo has all bytes, absent when the upload's own count says that
 * some are missing (the next try continues there). An upload that cannot be read, or no longer exists, says nothing
 * about its video.
 */
async function find({
  http,
  vimeo: ask,
  attempt: { remoteIds },
  signal,
}: {
  http: Http;
  vimeo: Vimeo;
  attempt: LostAttempt;
  signal: AbortSignal;
}): Promise<Found> {
  const { videoId, uploadLink } = remoteIds;
  if (videoId === undefined || uploadLink === undefined)
    return { kind: 'undecided', message: 'The attempt does not say which video it was about' };
  const read = await readVideo(ask, videoId, signal);
  if (read.kind === 'failed') return { kind: 'undecided', message: read.failure.message };
  if (read.value === null) return { kind: 'undecided', message: 'The video has been deleted on Vimeo meanwhile' };
  const { upload, link } = read.value;
  switch (upload) {
    case 'complete':
      return { kind: 'found', postId: videoId, postUrl: link || null };
    case 'error':
      return { kind: 'absent' };
    case 'in_progress': {
      const arrived = await arrivedOf({ http, link: read.value.uploadLink ?? uploadLink, signal });
      if (arrived.kind === 'gone') return { kind: 'undecided', message: 'Vimeo has closed the upload' };
      if (arrived.kind === 'unknown') return { kind: 'undecided', message: arrived.message };
      const isShort = arrived.ofBytes !== null && arrived.bytes < arrived.ofBytes;
      return isShort
        ? { kind: 'absent' }
        : { kind: 'undecided', message: 'Vimeo may have all of the video and not show it yet' };
    }
    default:
      return upload satisfies never;
  }
}
