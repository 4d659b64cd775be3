import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { AppFault, Outcome } from '../network.ts';
import { refusedApp, waitOr } from '../waits.ts';

/** A client of X for one account, at paths below the API's address ('2/tweets'). */
export type Speaker = (
  path: string,
  request: Omit<HttpRequest, 'url' | 'signal'> & { query?: Readonly<Record<string, string>> },
) => Promise<Reply>;

/** A client with an access token; `apiUrl` is `https://api.x.com`, without a slash. */
export const speakAs =
  ({
    http,
    apiUrl,
    accessToken,
    signal,
  }: {
    http: Http;
    apiUrl: string;
    accessToken: string;
    signal: AbortSignal;
  }): Speaker =>
  (path, { query = {}, headers, ...request }) => {
    const url = new URL(`${apiUrl}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return http.send({
      ...request,
      url,
      signal,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', ...headers },
    });
  };

/** The error of a call. Every kind means that no post was created. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;

/** The result of a call: its answer parsed by `shape`, or the reason. `isDuplicate`: X already has this very text. */
export type Told<Value> = { kind: 'told'; value: Value } | { kind: 'failed'; outcome: Failure; isDuplicate: boolean };

/** Parses a reply. Source: docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-08-22). */
export function read<Shape extends z.ZodType>(reply: Reply, shape: Shape, now: Date): Told<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', outcome: reply, isDuplicate: false };
  const json = parseJson(reply.text);
  const value = shape.safeParse(json);
  if (reply.status >= 200 && reply.status < 300 && value.success) return { kind: 'told', value: value.data };
  return { kind: 'failed', ...failureOf(reply, json, now) };
}

const problem = z.object({
  title: z.string().default(''),
  detail: z.string().default(''),
  type: z.string().default(''),
  errors: z.array(z.object({ message: z.string().default(''), detail: z.string().default('') })).default([]),
});

const defaultWaitSeconds = 60;

function failureOf(answer: Answer, json: unknown, now: Date): { outcome: Failure; isDuplicate: boolean } {
  const { status } = answer;
  const told = problem.safeParse(json).data;
  const [first] = told?.errors ?? [];
  const words = told === undefined ? '' : told.detail || first?.message || first?.detail || told.title;
  const message = words === '' ? `X answered with status ${status} and nothing we can read` : `X: ${words}`;
  const isDuplicate = status === 403 && /duplicate content/i.test(words);
  return {
    outcome: outcomeOf(
      answer,
      { message, type: told?.type ?? '', title: told?.title ?? '', isReadable: words !== '' },
      now,
    ),
    isDuplicate,
  };
}

function outcomeOf(
  answer: Answer,
  { message, type, title, isReadable }: { message: string; type: string; title: string; isReadable: boolean },
  now: Date,
): Failure {
  const { status } = answer;
  const appFault = appFaultOf({ status, type, title });
  if (appFault !== null) return refusedApp(message, appFault);
  if (status === 429)
    return { kind: 'rateLimited', ...waitOf(answer, now), message: isReadable ? message : 'X asks us to wait' };
  if (status === 401) return { kind: 'unauthorized', message: 'X no longer accepts this connection' };
  if (
    status === 403 &&
    (/unsupported-authentication|insufficient-scope/.test(type) || /Unsupported Authentication/i.test(title))
  )
    return { kind: 'unauthorized', message };
  if (status >= 500) return { kind: 'unknown', message };
  if (isReadable) return status < 300 ? { kind: 'unknown', message } : { kind: 'rejected', message };
  // The answer is from a proxy in front of X; below 500 it forwarded nothing.
  return status >= 300 ? { kind: 'unreachable', message } : { kind: 'unknown', message };
}

/**
 * Refusals of the app, whatever the person's token. Source: docs.x.com/x-api/fundamentals/response-codes-and-errors,
 * "Error types" (read 2026-11-22).
 */
function appFaultOf({ status, type, title }: { status: number; type: string; title: string }): AppFault | null {
  if (isClientForbidden.test(type)) return appFaults.forbidden;
  if (/usage-capped/.test(type) || /UsageCapExceeded/i.test(title)) return appFaults.usedUp;
  return status === 402 ? appFaults.noCredits : null;
}

/** The problem types that concern the app: it is not enrolled, or lacks a permission. */
export const isClientForbidden = /\/(client-forbidden|oauth1-permissions)$/;

/** The line for the operator's log. */
export const appFaults = {
  forbidden:
    'X does not let the app do that: look at its project, access level and permissions in the developer console',
  usedUp: 'the usage cap of the app at X is used up: look at its limits in the developer console',
  noCredits: 'the app has no credits left at X: look at its billing in the developer console',
  secret:
    'X does not accept TWITTER_CLIENT_ID with TWITTER_CLIENT_SECRET: compare them with the keys in the ' +
    'developer console',
} as const;

/**
 * The exhausted window: the app's or user's 24 hours if that limit is reached, otherwise the 15 minutes. Resets are
 * unix seconds.
 */
function waitOf(
  { headers }: Answer,
  now: Date,
): { retryAfterSeconds: number; isGuess?: true; scope: 'account' | 'app' } {
  const until = (name: string) => {
    const at = Number(headers[name]);
    return waitOr(Number.isFinite(at) ? Math.max(1, Math.ceil(at - now.getTime() / 1000)) : null, defaultWaitSeconds);
  };
  if (headers['x-app-limit-24hour-remaining'] === '0') return { ...until('x-app-limit-24hour-reset'), scope: 'app' };
  if (headers['x-user-limit-24hour-remaining'] === '0')
    return { ...until('x-user-limit-24hour-reset'), scope: 'account' };
  return { ...until('x-rate-limit-reset'), scope: 'account' };
}
