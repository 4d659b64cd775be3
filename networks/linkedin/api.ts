import { z } from 'zod';
import { parseJson, retryAfterOf } from '#outbound/answers.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { Outcome } from '../network.ts';
import { refusedApp } from '../waits.ts';

/** A client of LinkedIn for one member, at paths below `/rest/` ('posts'). */
export type Speaker = (path: string, request: Omit<HttpRequest, 'url' | 'signal'>) => Promise<Reply>;

/**
 * A client with an access token; `apiUrl` is `https://api.linkedin.com`, without a slash. Each version lives about a
 * year (202609 until 2027-09-15). Source: learn.microsoft.com/linkedin/marketing/versioning and its migrations page,
 * read 2026-08.
 */
export const speakAs =
  ({
    http,
    apiUrl,
    version,
    accessToken,
    signal,
  }: {
    http: Http;
    apiUrl: string;
    version: string;
    accessToken: string;
    signal: AbortSignal;
  }): Speaker =>
  (path, { headers, ...request }) =>
    http.send({
      ...request,
      url: new URL(`${apiUrl}/rest/${path}`),
      signal,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'linkedin-version': version,
        'x-restli-protocol-version': '2.0.0',
        accept: 'application/json',
        ...headers,
      },
    });

/** The error of a call. Every kind means that no post was created. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;

/** LinkedIn's own words for a refusal; `duplicateOf` is the post that has this very content already. */
export type Refusal = { status: number; code: string; message: string; duplicateOf: string | null };

/** The result of a call: the answer parsed by `shape`, or the reason. */
export type Told<Value> =
  | { kind: 'told'; value: Value; answer: Answer }
  | { kind: 'failed'; outcome: Failure; refusal: Refusal | null };

/** Reads a reply whose body `shape` describes; an empty body counts as `{}`. */
export function read<Shape extends z.ZodType>(reply: Reply, shape: Shape, now: Date): Told<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', outcome: reply, refusal: null };
  const json = reply.text.trim() === '' ? {} : parseJson(reply.text);
  const value = shape.safeParse(json);
  if (reply.status >= 200 && reply.status < 300 && value.success)
    return { kind: 'told', value: value.data, answer: reply };
  const refusal = refusalOf(reply.status, json);
  return { kind: 'failed', outcome: outcomeOf(reply, refusal, now), refusal };
}

const problem = z.object({
  message: z.string().default(''),
  code: z.string().default(''),
  serviceErrorCode: z.number().optional(),
  status: z.number().optional(),
});

function refusalOf(status: number, json: unknown): Refusal | null {
  const told = problem.safeParse(json).data;
  if (told === undefined || (told.message === '' && told.code === '')) return null;
  const [duplicateOf = null] =
    /urn:li:(?:share|ugcPost):\d+/.exec(status === 422 && /duplicate/i.test(told.message) ? told.message : '') ?? [];
  return { status, code: told.code, message: told.message || told.code, duplicateOf };
}

/**
 * The outcome that a refusal means for the delivery. A throttle names whose it is: "Resource level throttle APPLICATION
 * DAY limit for calls to this resource is reached". Sources: learn.microsoft.com/linkedin/shared/api-guide/concepts,
 * error-handling and rate-limits (read 2026-11-27).
 */
function outcomeOf(answer: Answer, refusal: Refusal | null, now: Date): Failure {
  const { status } = answer;
  const message =
    refusal === null
      ? `LinkedIn answered with status ${status} and nothing we can read`
      : `LinkedIn: ${refusal.message}`;
  // A version that LinkedIn has switched off must not look like a dead connection.
  if (status === 426 || /VERSION/.test(refusal?.code ?? '') || saysInactive(refusal?.message ?? ''))
    return refusedApp(
      `${message} (the operator of this site must set a newer LINKEDIN_API_VERSION)`,
      appFaults.version,
    );
  // The resource of POST /rest/posts: the app lacks the product "Share on LinkedIn".
  if (status === 403 && /partnerApiPostsExternal/.test(refusal?.message ?? ''))
    return refusedApp(message, appFaults.product);
  if (status === 429)
    return {
      kind: 'rateLimited',
      retryAfterSeconds: retryAfterOf(answer.headers, now) ?? secondsToMidnight(now),
      scope: /\bAPPLICATION\b/.test(refusal?.message ?? '') ? 'app' : 'account',
      message,
    };
  if (status === 401) return { kind: 'unauthorized', message: 'LinkedIn no longer accepts this connection' };
  if (status === 403 && refusal !== null) return { kind: 'unauthorized', message };
  if (/MEDIA_ASSET_WAITING_UPLOAD|MEDIA_ASSET_PROCESSING(?!_FAILED)/.test(`${refusal?.code} ${refusal?.message}`))
    return { kind: 'unreachable', message: 'LinkedIn is still working on the file' };
  if (status === 409) return { kind: 'unreachable', message };
  if (status >= 500) return { kind: 'unknown', message };
  if (refusal !== null) return status < 300 ? { kind: 'unknown', message } : { kind: 'rejected', message };
  return status >= 300 ? { kind: 'unreachable', message } : { kind: 'unknown', message };
}

/** 'Requested version 20240101 is not active': a message about one version. */
const saysInactive = (message: string): boolean =>
  /version /i.test(message) && message.toLowerCase().includes(' is not active');

/** The lines for the operator's log. */
const appFaults = {
  version: 'LinkedIn has switched off LINKEDIN_API_VERSION: set a newer one (learn.microsoft.com/linkedin, versioning)',
  product: 'LinkedIn does not let the app post: add the product "Share on LinkedIn" in its developer portal',
} as const;

/** The daily limits of a member and of an app at LinkedIn reset at midnight UTC, and no header says so. */
const secondsToMidnight = (now: Date): number => 86_400 - Math.floor((now.getTime() / 1000) % 86_400);
