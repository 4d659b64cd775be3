import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import { withTags } from '#rules/tags.ts';
import type { Outcome } from '../network.ts';
import { refusedApp, waitOr } from '../waits.ts';
import { secondsToReset } from './quota-day.ts';

/** The base URLs of YouTube and Google, without a trailing slash. `authUrl` and `webUrl` are for people. */
export type YoutubeAddresses = { apiUrl: string; uploadUrl: string; webUrl: string; authUrl: string; tokenUrl: string };

/** What a failed call means for the post. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;
/** The value of a call, or what its failure means for the post. */
export type Step<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; outcome: Failure };

/** A client for one channel; `send` is for the upload, whose answers have more than a JSON body. */
export type Youtube = {
  get<Shape extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<Step<z.output<Shape>>>;
  send(request: Omit<HttpRequest, 'signal'>): Promise<Reply>;
};

/** Opens the Data API with an access token. */
export function openYoutube({
  http,
  apiUrl,
  accessToken,
  signal,
}: {
  http: Http;
  apiUrl: string;
  accessToken: string;
  signal: AbortSignal;
}): Youtube {
  const send: Youtube['send'] = (request) =>
    http.send({ ...request, headers: { authorization: `Bearer ${accessToken}`, ...request.headers }, signal });
  return {
    send,
    async get(path, query, shape) {
      const url = new URL(`${apiUrl}/${path}`);
      url.search = new URLSearchParams(query).toString();
      return readAnswer(await send({ method: 'GET', url }), shape);
    },
  };
}

/** A reply parsed by `shape`, or the meaning of its refusal. */
export function readAnswer<Shape extends z.ZodType>(reply: Reply, shape: Shape): Step<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', outcome: reply };
  const value = shape.safeParse(parseJson(reply.text));
  return reply.status < 300 && value.success
    ? { kind: 'done', value: value.data }
    : { kind: 'failed', outcome: failureOf(reply) };
}

const errorShape = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string(), message: z.string().default('') })).default([]),
  }),
});
const shortWaitSeconds = 60;
/** The number of videos a channel may upload is counted per day (support.google.com/youtube/answer/71673). */
const daySeconds = 86_400;

/**
 * The outcome that a refusal means for the delivery. Source: developers.google.com/youtube/v3/docs/errors (read
 * 2026-11-21).
 */
export function failureOf(answer: Answer, now = new Date()): Failure {
  const { status } = answer;
  const error = errorShape.safeParse(parseJson(answer.text)).data?.error;
  if (error === undefined) return unreadable(status);
  const reason = error.errors[0]?.reason ?? '';
  const message = `YouTube: ${plain(error.errors[0]?.message || error.message) || reason || `error ${status}`}`;
  switch (reason) {
    case 'quotaExceeded':
    case 'dailyLimitExceeded':
      return untilMidnight(now);
    case 'rateLimitExceeded':
      if (isUploadsOfTheDay.test(message)) return untilMidnight(now);
      return { kind: 'rateLimited', ...waitOr(null, shortWaitSeconds), scope: 'app', message };
    case 'userRateLimitExceeded':
      return { kind: 'rateLimited', ...waitOr(null, shortWaitSeconds), scope: 'account', message };
    case 'accessNotConfigured':
    case 'SERVICE_DISABLED':
      return refusedApp(message, apiIsOff);
    case 'uploadLimitExceeded':
      return { kind: 'rateLimited', retryAfterSeconds: daySeconds, scope: 'account', message };
    case 'youtubeSignupRequired':
      return { kind: 'rejected', message: 'YouTube: this Google account has no channel' };
    case 'forbidden':
    case 'insufficientPermissions':
    case 'authError':
      return { kind: 'unauthorized', message };
    default:
      break;
  }
  if (status === 401) return { kind: 'unauthorized', message: 'YouTube no longer accepts this connection' };
  if (status === 429) return { kind: 'rateLimited', ...waitOr(null, shortWaitSeconds), scope: 'app', message };
  if (status >= 500) return { kind: 'unknown', message };
  return { kind: 'rejected', message };
}

/**
 * The 429 of a used-up bucket: "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of
 * service …". Since 2026-06-01 videos.insert has a bucket of its own, 100 a day for the whole app:
 * developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-27).
 */
const isUploadsOfTheDay = /Video Uploads per day/i;

/** All accounts of the app wait until quotas reset, at midnight in California. */
const untilMidnight = (now: Date): Failure => ({
  kind: 'rateLimited',
  retryAfterSeconds: secondsToReset(now),
  scope: 'app',
  message: 'YouTube: this app has used up its uploads of the day. They start again at midnight in California.',
});

/** The line for the operator's log. Source: developers.google.com/youtube/v3/docs/errors (read 2026-11-27). */
const apiIsOff = 'Google does not let the app use YouTube: enable the YouTube Data API v3 in its project';

/** Google writes some messages with links in HTML. */
const plain = (text: string): string => withTags(text, /</g, () => '').trim();

/** An answer that is not YouTube's own: below 500 and not a success, nothing was created. */
function unreadable(status: number): Failure {
  const message = `YouTube answered with status ${status} and nothing we can read`;
  if (status === 401) return { kind: 'unauthorized', message: 'YouTube no longer accepts this connection' };
  if (status === 413) return { kind: 'rejected', message: 'YouTube: the file is too large' };
  if (status === 429) return { kind: 'rateLimited', ...waitOr(null, shortWaitSeconds), scope: 'app', message };
  return status >= 300 && status < 500 ? { kind: 'unreachable', message } : { kind: 'unknown', message };
}

/** The failure of a request that only prepares or reads, where a lost answer does no harm. */
export const harmless = (outcome: Failure): Exclude<Failure, { kind: 'unknown' }> =>
  outcome.kind === 'unknown' ? { kind: 'unreachable', message: outcome.message } : outcome;
