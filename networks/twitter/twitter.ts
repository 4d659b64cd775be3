import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { jsonBody } from '#outbound/body.ts';
import { composeCaption, cutText } from '#rules/captions.ts';
import { isLeftFor, fingerprintOf } from '../left-from-before.ts';
import type { Account, Limits, Network, Outcome, PostContent, PublishContext } from '../network.ts';
import { read, speakAs, type Failure, type Speaker } from './api.ts';
import { consentOf, refreshAt, revokeAt, type BaseUrls } from './consent.ts';
import { findPost, readFigures, type FieldsParameter } from './posts.ts';
import type { Sent } from './same.ts';
import { untilReady, upload, type Step, type Wait } from './upload.ts';

/**
 * Length: 280 weighted (docs.x.com "Counting characters"); premium accounts may write more, which the API does not
 * report. Images 5 MB, videos 8 GB, 0.5 s to 20 minutes, 60 frames, H.264 with AAC-LC; subscribed accounts get 1080p
 * played, and X makes 720p of it for others (docs.x.com "Media best practices", read 2026-11-27). Pace: 100 posts in 15
 * minutes per user, 10,000 per day and app ("Rate limits"). Batch: 100 ids per look-up. Both read 2026-08-22. Prices
 * in millionths of a dollar ("Pricing"), and self-serve apps may write one cashtag a post ("Manage Posts"), both read
 * 2026-11-27: a reading of figures costs a third of a post, so there are two of them.
 */
export const twitterLimits: Limits = {
  gapSeconds: 9,
  parallel: 20,
  textLength: 280,
  captionLength: 280,
  titleLength: null,
  lengthUnit: 'weighted',
  imageBytes: 5_000_000,
  videoBytes: 8_000_000_000,
  videoSeconds: 1200,
  media: {
    videoSecondsLeast: 0.5,
    videoLongSide: 1920,
    videoShortSide: 1080,
    videoRatio: 3,
    videoFramesPerSecond: 60,
    videoCodecs: ['h264'],
    audioCodecs: ['aac'],
    pixelFormats: ['yuv420p'],
  },
  refusedRepeats: 'any',
  engagementBatch: 100,
  readAgesHours: [24, 168],
  mostCashtags: 1,
  prices: { post: 15_000, postWithLink: 200_000, read: 5_000, lookUp: 50_000 },
};

const postShape = z.object({ data: z.object({ id: z.string().min(1) }) });
const reusableMs = 600_000;

/**
 * X (Twitter) by OAuth 2. `authUrl` is the base URL of its pages (`https://x.com`); `wait` and `now` default to the
 * machine's.
 */
export function twitter({
  wait = pause,
  now = () => new Date(),
  fields = 'tweet.fields',
  ...baseUrls
}: BaseUrls & { wait?: Wait; now?: () => Date; fields?: FieldsParameter }): Network {
  const { http, apiUrl, authUrl } = baseUrls;
  const speaker = ({ credentials }: Account, signal: AbortSignal): Speaker =>
    speakAs({ http, apiUrl, accessToken: credentials['accessToken'] ?? '', signal });
  const urlOf =
    ({ profile }: Account) =>
    (postId: string): string =>
      `${authUrl}/${encodeURIComponent(profile['username'] || 'i')}/status/${postId}`;
  return {
    id: 'twitter',
    limits: twitterLimits,
    consent: consentOf(baseUrls),
    refresh: (account, context) => refreshAt(baseUrls, account, context),
    revoke: (account, context) => revokeAt(baseUrls, account, context),
    publish: (content, account, context) =>
      publish(content, {
        account,
        context,
        speak: speaker(account, context.signal),
        urlOf: urlOf(account),
        wait,
        now,
        fields,
      }),
    find: (content, account, attempt, { signal }) =>
      findPost(speaker(account, signal), {
        account,
        sent: { text: textOf(content), mediaId: attempt.remoteIds['mediaId'] ?? '' },
        attempt,
        fields,
        urlOf: urlOf(account),
        now: now(),
      }),
    engagement: (postIds, account, { signal }) =>
      readFigures(speaker(account, signal), postIds, { fields, now: now() }),
  };
}

/** Aborting the signal ends the wait; the next request then reports it. */
const pause: Wait = (seconds, signal) => sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);

type Publishing = {
  account: Account;
  context: PublishContext;
  speak: Speaker;
  urlOf: (postId: string) => string;
  wait: Wait;
  now: () => Date;
  fields: FieldsParameter;
};

async function publish(content: PostContent, publishing: Publishing): Promise<Outcome> {
  const { context, speak, urlOf, now } = publishing;
  const text = textOf(content);
  if (text === '' && content.media === null)
    return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
  const media = await prepare(content, publishing);
  if (media.kind === 'working') return { kind: 'unreachable', message: 'X is still working on the video' };
  if (media.kind === 'unusable') return { kind: 'rejected', message: media.message };
  if (media.kind === 'failed') return unposted(media.outcome);

  const described = await describe(media.value, content, publishing);
  if (described !== null && described.kind !== 'rejected') return unposted(described);

  const sent: Sent = { text, mediaId: media.value };
  const { firstSentAt: earlier = '' } = context.remembered;
  if (earlier === '') await context.remember({ firstSentAt: now().toISOString() });
  const post = {
    ...(text === '' ? {} : { text }),
    ...(sent.mediaId === '' ? {} : { media: { media_ids: [sent.mediaId] } }),
  };
  await context.fence({ payload: post, remoteIds: sent.mediaId === '' ? {} : { mediaId: sent.mediaId } });
  const answer = read(await speak('2/tweets', { method: 'POST', body: jsonBody(post) }), postShape, now());
  if (answer.kind === 'told') {
    const note = described === null ? {} : { note: `X did not take the alt text. (${described.message})` };
    return { kind: 'published', postId: answer.value.data.id, postUrl: urlOf(answer.value.data.id), ...note };
  }
  if (answer.isDuplicate) return whoseDuplicate(answer.outcome, { ...publishing, sent, earlier });
  // It was certainly not sent: a duplicate found later is not ours.
  if (earlier === '' && answer.outcome.kind !== 'unknown') await context.remember({ firstSentAt: '' });
  return answer.outcome;
}

/**
 * A refused duplicate is this delivery's own post if an earlier try sent it and lost the answer; otherwise it is
 * somebody else's.
 */
async function whoseDuplicate(
  outcome: Failure,
  { account, speak, urlOf, now, fields, sent, earlier }: Publishing & { sent: Sent; earlier: string },
): Promise<Outcome> {
  const refusal: Outcome = { kind: 'rejected', message: `X refuses the same text a second time. (${outcome.message})` };
  if (earlier === '') return refusal;
  const found = await findPost(speak, {
    account,
    sent,
    attempt: { fencedAt: new Date(earlier) },
    fields,
    urlOf,
    now: now(),
  });
  switch (found.kind) {
    case 'found':
      return { kind: 'published', postId: found.postId, postUrl: found.postUrl };
    case 'absent':
      return refusal;
    case 'undecided':
      return { kind: 'unknown', message: outcome.message };
    default:
      return found satisfies never;
  }
}

/** The id of the file at X, '' for a post without one. An upload of an earlier try is reused while X keeps it. */
async function prepare({ media }: PostContent, { context, speak, wait, now }: Publishing): Promise<Step<string>> {
  if (media === null) return { kind: 'done', value: '' };
  const { mediaId = '', mediaUntil = '' } = context.remembered;
  const madeFor = fingerprintOf(media);
  const isHeld = mediaId !== '' && isLeftFor(context, madeFor) && Number(mediaUntil) - now().getTime() > reusableMs;
  // X processes videos and GIFs only; for a picture it reports nothing.
  if (isHeld && media.kind === 'image') return { kind: 'done', value: mediaId };
  if (isHeld)
    return ready(
      mediaId,
      await untilReady(speak, { id: mediaId, told: null, wait, signal: context.signal, now }),
      context,
    );
  const sent = await upload(speak, media, now);
  if (sent.kind !== 'done') return sent;
  const { id, usableUntil, told } = sent.value;
  await context.remember({ mediaId: id, mediaUntil: String(usableUntil), madeFor });
  return ready(id, await untilReady(speak, { id, told, wait, signal: context.signal, now }), context);
}

/** The longest alt text that X accepts, in characters (docs.x.com/x-api/media/create-media-metadata). */
const mostAlt = 1000;

/**
 * Sets the alt text of an uploaded picture; null if that succeeds, or there is none. A refusal by X does not hold the
 * post back.
 */
async function describe(
  mediaId: string,
  { media, alt }: PostContent,
  { speak, now }: Publishing,
): Promise<Failure | null> {
  if (mediaId === '' || media?.kind !== 'image' || alt.trim() === '') return null;
  const text = cutText(alt.trim(), { limit: mostAlt, unit: 'utf16' });
  const body = jsonBody({ id: mediaId, metadata: { alt_text: { text } } });
  const answer = read(await speak('2/media/metadata', { method: 'POST', body }), z.unknown(), now());
  return answer.kind === 'told' ? null : answer.outcome;
}

/** Files that X could not use, or no longer has, are sent again with the next try. */
async function ready(id: string, step: Step<null>, { remember }: PublishContext): Promise<Step<string>> {
  switch (step.kind) {
    case 'done':
      return { kind: 'done', value: id };
    case 'working':
      return step;
    case 'unusable':
      await remember({ mediaId: '', mediaUntil: '' });
      return step;
    case 'failed':
      if (step.outcome.kind !== 'rejected') return step;
      await remember({ mediaId: '', mediaUntil: '' });
      return { kind: 'failed', outcome: { kind: 'unreachable', message: step.outcome.message } };
    default:
      return step satisfies never;
  }
}

/** Before the fence nothing was posted: a lost answer only means that the preparation is done again. */
const unposted = (outcome: Failure): Failure =>
  outcome.kind === 'unknown' ? { kind: 'unreachable', message: outcome.message } : outcome;

/** The text as it is sent. */
const textOf = ({ title, text }: PostContent): string =>
  cutText(composeCaption({ title, text }), { limit: twitterLimits.textLength, unit: twitterLimits.lengthUnit });
