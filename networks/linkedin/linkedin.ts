import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { jsonBody } from '#outbound/body.ts';
import { composeCaption, cutText } from '#rules/captions.ts';
import { isLeftFor, fingerprintOf } from '../left-from-before.ts';
import type { Account, Limits, Media, Network, Outcome, PostContent, PublishContext } from '../network.ts';
import { read, speakAs, type Failure } from './api.ts';
import { untilAvailable, uploadImage, uploadVideo, type Step, type Uploading, type Wait } from './assets.ts';
import { consentOf, refreshAt, revokeAt, type BaseUrls } from './consent.ts';
import { littleText } from './little-text.ts';

const leastVideoBytes = 75_000;
const leastVideoMs = 3000;

/**
 * Length: commentary 3,000 (posts API). Pictures: JPG, PNG, GIF under 36,152,320 pixels, no size is stated. Videos:
 * MP4, 3 s to 30 min, 75 KB to 500 MB (videos API). Pace: 150 shares per day and member, 100,000 per day and app (from
 * memory), which its refusals enforce; the seconds between posts are our courtesy. Repeats are answered 422 with the
 * earlier post (developers' reports, not the reference). learn.microsoft.com/linkedin, read 2026-08.
 */
export const linkedinLimits: Limits = {
  gapSeconds: 5,
  parallel: 20,
  textLength: 3000,
  captionLength: 3000,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: 500_000_000,
  videoSeconds: 1800,
  media: { imagePixels: 36_152_319, videoSecondsLeast: leastVideoMs / 1000, videoBytesLeast: leastVideoBytes },
  refusedRepeats: 'any',
};

/**
 * A signed upload can be posted for a long time; LinkedIn states no expiry, so an earlier try's upload is not reused
 * forever.
 */
const reusableMs = 12 * 3_600_000;
const slackMs = 60_000;
const nothing = z.unknown();

/**
 * LinkedIn members by OAuth 2, in a `version` of its API like '202609'. `wait` and `now` default to the machine's. Its
 * figures are open to approved partners only, so there is no `engagement`; a member's posts cannot be read, so there is
 * no `find`.
 */
export function linkedin({
  version,
  wait = pause,
  now = () => new Date(),
  ...baseUrls
}: BaseUrls & { version: string; wait?: Wait; now?: () => Date }): Network {
  const { http, apiUrl, authUrl } = baseUrls;
  const uploading = ({ credentials }: Account, signal: AbortSignal): Uploading => {
    const accessToken = credentials['accessToken'] ?? '';
    return {
      http,
      apiUrl,
      accessToken,
      withToken: true,
      signal,
      now,
      speak: speakAs({ http, apiUrl, version, accessToken, signal }),
    };
  };
  const urlOf = (urn: string): string => `${authUrl}/feed/update/${urn}/`;
  return {
    id: 'linkedin',
    limits: linkedinLimits,
    consent: consentOf(baseUrls),
    refresh: (account, context) => refreshAt(baseUrls, account, context),
    revoke: (account, context) => revokeAt(baseUrls, account, context),
    publish: (content, account, context) =>
      publish(content, { account, context, uploading: uploading(account, context.signal), urlOf, wait }),
  };
}

/** Aborting the signal ends the wait; the next request then reports it. */
const pause: Wait = (seconds, signal) => sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);

type Publishing = {
  account: Account;
  context: PublishContext;
  uploading: Uploading;
  urlOf: (urn: string) => string;
  wait: Wait;
};

async function publish(content: PostContent, publishing: Publishing): Promise<Outcome> {
  const {
    account,
    context,
    uploading: { speak, now },
    urlOf,
  } = publishing;
  const text = cutText(composeCaption({ title: content.title, text: content.text }), {
    limit: linkedinLimits.textLength,
    unit: linkedinLimits.lengthUnit,
  });
  if (text === '' && content.media === null)
    return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
  const why = whyNotPost(content);
  if (why !== null) return { kind: 'rejected', message: why };
  const file = await prepare(content, publishing);
  if (file !== null && file.kind === 'working')
    return { kind: 'unreachable', message: 'LinkedIn is still working on the video' };
  if (file !== null && file.kind === 'unusable') return { kind: 'rejected', message: file.message };
  if (file !== null && file.kind === 'failed') return unposted(file.outcome);

  const { firstSentAt: earlier = '' } = context.remembered;
  if (earlier === '') await context.remember({ firstSentAt: now().toISOString() });
  const post = {
    author: account.profile['author'] ?? `urn:li:person:${account.externalId}`,
    commentary: littleText(text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...(file === null ? {} : { content: { media: { id: file.urn, ...titled(content) } } }),
  };
  await context.fence({ payload: post, remoteIds: file === null ? {} : { mediaUrn: file.urn } });
  const answer = read(await speak('posts', { method: 'POST', body: jsonBody(post) }), nothing, now());
  if (answer.kind === 'failed') {
    const twin = answer.refusal?.duplicateOf ?? null;
    // It was certainly not sent: a duplicate found later is not ours.
    if (twin === null && earlier === '' && answer.outcome.kind !== 'unknown')
      await context.remember({ firstSentAt: '' });
    if (twin === null) return answer.outcome;
    return isOwn(twin, earlier)
      ? { kind: 'published', postId: twin, postUrl: urlOf(twin) }
      : { kind: 'rejected', message: `LinkedIn refuses the same content a second time. (${answer.outcome.message})` };
  }
  // The body is empty; the id is in a header. A success without it is a post without a link.
  if (answer.answer.status !== 201)
    return { kind: 'unknown', message: `LinkedIn answered with status ${answer.answer.status}` };
  const urn = answer.answer.headers['x-restli-id'] ?? '';
  return { kind: 'published', postId: urn, postUrl: urn === '' ? null : urlOf(urn) };
}

/**
 * A duplicate is this delivery's own if an earlier try had sent it and the post is not older than that. An id contains
 * its time: `id >> 22` is unix milliseconds (from memory).
 */
function isOwn(urn: string, earlier: string): boolean {
  if (earlier === '') return false;
  const madeAt = Number(BigInt(urn.replace(/^.*:/, '')) >> 22n);
  return madeAt >= Date.parse(earlier) - slackMs;
}

function titled({ media, title, alt }: PostContent): Record<string, string> {
  const isVideo = media?.kind === 'video';
  const words = (isVideo ? title : alt || title).trim();
  if (words === '') return {};
  return isVideo
    ? { title: cutText(words, { limit: 200, unit: 'utf16' }) }
    : { altText: cutText(words, { limit: 4086, unit: 'utf16' }) };
}

function whyNotPost({ media }: PostContent): string | null {
  if (media?.kind !== 'video') return null;
  if (media.sizeBytes < leastVideoBytes) return 'LinkedIn takes videos of 75 KB and more only';
  return media.durationMs !== null && media.durationMs < leastVideoMs
    ? 'LinkedIn takes videos of 3 seconds and more only'
    : null;
}

/**
 * The file at LinkedIn; null for a post without one. An upload of an earlier try is reused: then LinkedIn recognises a
 * second send as a duplicate of the first.
 */
async function prepare(
  { media }: PostContent,
  { account, context, uploading, wait }: Publishing,
): Promise<Step | null> {
  if (media === null) return null;
  const owner = account.profile['author'] ?? `urn:li:person:${account.externalId}`;
  const { mediaUrn = '', mediaSince = '' } = context.remembered;
  const madeFor = fingerprintOf(media);
  const isHeld =
    mediaUrn !== '' && isLeftFor(context, madeFor) && uploading.now().getTime() - Number(mediaSince) < reusableMs;
  const file: Step = isHeld ? { kind: 'done', urn: mediaUrn } : await sendFile(media, { owner, context, uploading });
  if (file.kind !== 'done') return file;
  if (!isHeld) await context.remember({ mediaUrn: file.urn, mediaSince: String(uploading.now().getTime()), madeFor });
  if (media.kind === 'image') return file;
  const ready = await untilAvailable(uploading, file.urn, wait);
  // A file that LinkedIn could not use is sent again when a person publishes again.
  if (ready.kind === 'unusable' || (ready.kind === 'failed' && ready.outcome.kind === 'rejected'))
    await context.remember({ mediaUrn: '', mediaSince: '' });
  return ready;
}

/**
 * Sends a file with the token, or without it if that worked the last time; if LinkedIn refuses the bytes, once more the
 * other way.
 */
async function sendFile(
  media: Media,
  { owner, context, uploading }: { owner: string; context: PublishContext; uploading: Uploading },
): Promise<Step> {
  const send = (withToken: boolean): Promise<Step> =>
    (media.kind === 'video' ? uploadVideo : uploadImage)({ ...uploading, withToken }, media, owner);
  const withToken = context.remembered['uploadToken'] !== 'no';
  const first = await send(withToken);
  if (first.kind !== 'failed' || first.isRefusal !== true) return first;
  const second = await send(!withToken);
  if (second.kind === 'done') await context.remember({ uploadToken: withToken ? 'no' : 'yes' });
  return second;
}

/** Before the fence nothing was posted: a lost answer only means that the preparation is done again. */
const unposted = (outcome: Failure): Failure =>
  outcome.kind === 'unknown' ? { kind: 'unreachable', message: outcome.message } : outcome;
