import { z } from 'zod';
import { parseJson, retryAfterOf } from '#outbound/answers.ts';
import { formBody } from '#outbound/body.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { Outcome } from '../network.ts';
import { waitOr } from '../waits.ts';

/** The error of a failed request. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;
/** The result of a request: its answer parsed by its shape, or the reason. */
export type Read<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; failure: Failure };

/**
 * Reddit throttles clients whose user agent does not name their own app, so it has the id of the operator's. Source:
 * github.com/reddit-archive/reddit/wiki/API, "Rules", read 2026-11-27.
 */
export const userAgentOf = (clientId: string): string => `web:${clientId || 'AgencyReel'}:1.0 (by /u/AgencyReel)`;

/** A client of Reddit for one account; with `form` it sends a POST, without it a GET. */
export type Reddit = (request: {
  path: string;
  query?: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) => Promise<Reply>;

/**
 * Reddit at `apiUrl` (`https://oauth.reddit.com`) with an access token. `raw_json` keeps its texts free of HTML
 * references. `clientId`: the operator's app.
 */
export const openReddit =
  ({ http, apiUrl, token, clientId = '' }: { http: Http; apiUrl: string; token: string; clientId?: string }): Reddit =>
  ({ path, query = {}, form, signal }) => {
    const url = new URL(apiUrl + path);
    for (const [name, value] of Object.entries(form === undefined ? { ...query, raw_json: '1' } : query))
      url.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgentOf(clientId) };
    return form === undefined
      ? http.send({ method: 'GET', url, headers, signal })
      : http.send({ method: 'POST', url, headers, body: formBody(form), signal });
  };

/** Parses a reply by its shape; an unreadable one is a failure. */
export function readReply<Shape extends z.ZodType>(
  reply: Reply,
  shape: Shape,
  now = new Date(),
): Read<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', failure: reply };
  const value = shape.safeParse(parseJson(reply.text));
  if (reply.status < 300 && value.success) return { kind: 'done', value: value.data };
  return { kind: 'failed', failure: failureOf(reply, now) };
}

const errorShape = z.object({ message: z.string().default(''), reason: z.string().default('') });
/** The wait if Reddit does not say how long: its windows are ten minutes long. */
const defaultWaitSeconds = 600;

/**
 * The meaning of each HTTP error. Sources: github.com/Pyprohly/reddit-api-doc-notes; `x-ratelimit-reset` counts the
 * seconds that are left. Read 2026-11-21. The gateway in front of Reddit blocks clients for a while with an HTML page
 * ("whoa there, pardner!", 403), which says nothing about post or account; Reddit itself answers programs in JSON.
 * Source: github.com/RSS-Bridge/rss-bridge/issues/3802, mikf/gallery-dl/issues/8838, read 2026-11-22.
 */
function failureOf({ status, headers, text }: Answer, now: Date): Failure {
  const told = errorShape.safeParse(parseJson(text));
  const { message: said = '', reason = '' } = told.data ?? {};
  const message = `Reddit: ${reason || said || `answered with status ${status}`}`;
  if (status === 429) {
    const left = Number(headers['x-ratelimit-reset'] ?? '');
    const asked = Number.isFinite(left) && left > 0 ? Math.ceil(left) : retryAfterOf(headers, now);
    return {
      kind: 'rateLimited',
      ...waitOr(asked, defaultWaitSeconds),
      scope: 'app',
      message: 'Reddit has had too many requests from us',
    };
  }
  const isOfTheGate = !told.success && headers['www-authenticate'] === undefined && status !== 413;
  if (status >= 400 && status < 500 && isOfTheGate) {
    return {
      kind: 'rateLimited',
      ...waitOr(retryAfterOf(headers, now), defaultWaitSeconds),
      scope: 'app',
      message: 'Reddit does not let us in for a while',
    };
  }
  if (status === 401) return { kind: 'unauthorized', message: 'Reddit no longer accepts this connection' };
  if (status === 403 && /insufficient_scope/i.test(headers['www-authenticate'] ?? ''))
    return {
      kind: 'unauthorized',
      message:
        'Reddit says that this connection may not do that. Connect the account again and allow everything that is ' +
        'asked for.',
    };
  if (status >= 400 && status < 500) return { kind: 'rejected', message };
  return { kind: 'unknown', message: status < 300 ? 'Reddit gave an answer that cannot be read' : message };
}

/** A failure of a request that cannot have published anything: an unknown outcome counts as unreachable. */
export const nothingPublic = (failure: Failure): Failure =>
  failure.kind === 'unknown' ? { kind: 'unreachable', message: failure.message } : failure;

/** One refusal as Reddit lists it in an answer with status 200: code, text, field. */
export type ApiError = readonly [code: string, text: string, field?: string | null];

/** The meaning of the first error in an answer. `ratelimit` is the wait in seconds, if the answer contains one. */
export function refusalOf([code, text]: ApiError, ratelimit: number | undefined): Failure {
  const message = `Reddit: ${text || code}`;
  switch (code) {
    case 'RATELIMIT': {
      const asked = ratelimit ?? secondsIn(text);
      return {
        kind: 'rateLimited',
        ...waitOr(asked === null ? null : Math.max(1, Math.ceil(asked)), defaultWaitSeconds),
        scope: 'account',
        message,
      };
    }
    case 'USER_REQUIRED':
      return { kind: 'unauthorized', message };
    default:
      return { kind: 'rejected', message };
  }
}

/** 'Take a break for 9 minutes before trying again.' -> 540; null if no time is named. */
export function secondsIn(text: string): number | null {
  const [, count = '', unit = ''] = /(?<!\d)(\d+)\s*(millisecond|second|minute|hour)/i.exec(text) ?? [];
  if (count === '') return null;
  const lengths: Readonly<Record<string, number>> = { millisecond: 0.001, second: 1, minute: 60, hour: 3600 };
  return Math.ceil(Number(count) * (lengths[unit.toLowerCase()] ?? 1));
}
