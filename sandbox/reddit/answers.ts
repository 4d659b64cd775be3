import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';

/** An answer without a body of its own: `{message, error}`, as in Reddit's API. */
export function bare(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return json(status, { message, error: status }, headers);
}

/** A refusal inside a 200: `{json: {errors: [[code, text, field]]}}`; `ratelimit` is the seconds to wait. */
export function refusal(code: string, text: string, field: string | null, ratelimit?: number): Reply {
  return json(200, { json: { ...(ratelimit === undefined ? {} : { ratelimit }), errors: [[code, text, field]] } });
}

/** The refusal of a person who posts too often (with Reddit's texts). */
export function tooOften(seconds: number): Reply {
  const wait =
    seconds >= 60
      ? `${Math.ceil(seconds / 60)} minute${seconds > 60 ? 's' : ''}`
      : `${Math.ceil(seconds)} second${seconds === 1 ? '' : 's'}`;
  return refusal(
    'RATELIMIT',
    `Looks like you've been doing that a lot. Take a break for ${wait} before trying again.`,
    'ratelimit',
    seconds,
  );
}

/** 401 for an invalid access token (RFC 6750, 3). */
export const unauthorized = (): Reply =>
  bare(401, 'Unauthorized', { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' });

/** 403 for a token without the scope. */
export const lacksScope = (): Reply =>
  bare(403, 'Forbidden', { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' });

const windowSeconds = 600;
const windowRequests = 1000;

/**
 * Counts a request of an app (100 a minute, averaged over ten) and returns its headers, or the 429. `reset` is the
 * seconds to the window's end.
 */
export function counted(
  context: Context,
  clientId: string,
): { headers: Record<string, string>; refused: Reply | undefined } {
  const now = context.now();
  const window = context.windows.count(`reddit/${clientId}`, { limit: windowRequests, seconds: windowSeconds, now });
  const headers = {
    'x-ratelimit-used': String(window.used),
    'x-ratelimit-remaining': window.remaining.toFixed(1),
    'x-ratelimit-reset': String(Math.ceil((window.resetAt - now.getTime()) / 1000)),
  };
  return { headers, refused: window.isOver ? bare(429, 'Too Many Requests', headers) : undefined };
}

/**
 * Reddit's rule: `<platform>:<app id>:<version> (by /u/<name>)`. A library's or a browser's agent is throttled at once.
 */
export function isDescriptive(userAgent: string | undefined): boolean {
  return /^[\w.-]+:[\w. -]+:v?[\w.-]+ \(by \/?u\/[\w-]+\)/.test(userAgent ?? '');
}

/** Without `raw_json=1` Reddit writes `<`, `>` and `&` of every text as entities. */
export function escaped<Value>(value: Value, rawJson: boolean): unknown {
  if (rawJson) return value;
  if (typeof value === 'string') return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (Array.isArray(value)) return value.map((each: unknown) => escaped(each, rawJson));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escaped(each, rawJson)]));
  return value;
}
