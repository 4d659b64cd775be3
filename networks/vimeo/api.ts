import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { Body } from '#outbound/body.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { Outcome } from '../network.ts';
import { waitOr } from '../waits.ts';

/** The error of a failed request. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;
/** The result of a request: its answer parsed by its shape, or the reason; `status` is null without an answer. */
export type Read<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; status: number | null; failure: Failure };

/** A client of Vimeo for one account; `path` begins with a slash. */
export type Vimeo = (request: {
  method: HttpRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Body;
  signal: AbortSignal;
}) => Promise<Reply>;

/** The version of the API. Source: developer.vimeo.com/api/changelog, read 2026-11-21. */
export const accept = 'application/vnd.vimeo.*+json;version=3.4';

/** Vimeo at `apiUrl` (without a trailing slash) with an access token. */
export const openVimeo =
  ({ http, apiUrl, token }: { http: Http; apiUrl: string; token: string }): Vimeo =>
  ({ method, path, query = {}, body, signal }) => {
    const url = new URL(apiUrl + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return http.send({
      method,
      url,
      signal,
      headers: { authorization: `Bearer ${token}`, accept },
      ...(body === undefined ? {} : { body }),
    });
  };

/** Parses a reply by its shape; an unreadable one is a failure. */
export function readReply<Shape extends z.ZodType>(
  reply: Reply,
  shape: Shape,
  now = new Date(),
): Read<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', status: null, failure: reply };
  const value = shape.safeParse(parseJson(reply.text));
  if (reply.status < 300 && value.success) return { kind: 'done', value: value.data };
  return { kind: 'failed', status: reply.status, failure: failureOf(reply, now) };
}

const errorShape = z.object({ error: z.string().default(''), error_code: z.number().optional() });
/** The wait if Vimeo does not say how long: its windows are one minute long. */
const defaultWaitSeconds = 60;

/**
 * The meaning of each refusal. Sources: developer.vimeo.com/api/common-formats (errors) and github.com/vimeo/openapi,
 * API 3.4, read 2026-11-21.
 */
function failureOf({ status, headers, text }: Answer, now: Date): Failure {
  const { error = '', error_code: code = 0 } = errorShape.safeParse(parseJson(text)).data ?? {};
  const message = `Vimeo: ${error || `answered with status ${status}`}`;
  if (status === 429)
    return {
      kind: 'rateLimited',
      ...waitOr(secondsUntil(headers['x-ratelimit-reset'], now), defaultWaitSeconds),
      scope: 'account',
      message,
    };
  if (status === 401 || (status === 403 && code >= 8000 && code < 9000)) return { kind: 'unauthorized', message };
  if (status >= 400 && status < 500) return { kind: 'rejected', message };
  return { kind: 'unknown', message: status < 300 ? 'Vimeo gave an answer that cannot be read' : message };
}

/** `X-RateLimit-Reset` is an ISO date, not a number of seconds; null if there is none. */
function secondsUntil(date: string | undefined, now: Date): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - now.getTime()) / 1000));
}

/** A failure of a request that cannot have published anything: an unknown outcome counts as unreachable. */
export const nothingPublic = (failure: Failure): Failure =>
  failure.kind === 'unknown' ? { kind: 'unreachable', message: failure.message } : failure;
