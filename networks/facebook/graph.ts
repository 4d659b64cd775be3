import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import { formBody, type Body } from '#outbound/body.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { AppFault, Outcome } from '../network.ts';
import { refusedApp, waitOr } from '../waits.ts';

/** Facebook's base URLs: the Graph API, the host for video files, and the website. `version` like 'v26.0'. */
export type FacebookAddresses = { graphUrl: string; videoUrl: string; webUrl: string; version: string };

/**
 * The result of a request to the Graph API. `isMissing`: Facebook says that a requested object does not
 * exist.
 */
export type Step<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; isMissing: boolean; outcome: Failure };
/** What a failed call means for the post. */
export type Failure = Exclude<Outcome, { kind: 'published' | 'processing' }>;

/**
 * The token of a request. The proof shows that the app's own server is using it (Graph API, "Securing Graph API
 * Calls"); '' omits it.
 */
export type Speaker = { token: string; proof: string };

/** HMAC-SHA256 of a token under the app's secret, in hex. */
export const proofOf = (token: string, clientSecret: string): string =>
  createHmac('sha256', clientSecret).update(token).digest('hex');

/** A client of the Graph API; tokens are sent in fields, so addresses are never logged. */
export type Graph = {
  get<Shape extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<Step<z.output<Shape>>>;
  post<Shape extends z.ZodType>(
    path: string,
    fields: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<Step<z.output<Shape>>>;
  delete<Shape extends z.ZodType>(path: string, shape: Shape): Promise<Step<z.output<Shape>>>;
  /**
   * Sends a form with a file, to the host for videos if `host` says so. `bodyOf` receives the fields that authenticate
   * the request.
   */
  upload<Shape extends z.ZodType>(
    path: string,
    sent: { host: 'graph' | 'video'; bodyOf: (own: Readonly<Record<string, string>>) => Body },
    shape: Shape,
  ): Promise<Step<z.output<Shape>>>;
};

const uploadTimeoutMs = 300_000;

/** Opens the API with one token; null sends requests without any (log-in). */
export function openGraph({
  http,
  addresses,
  speaker,
  signal,
}: {
  http: Http;
  addresses: FacebookAddresses;
  speaker: Speaker | null;
  signal: AbortSignal;
}): Graph {
  const own: Readonly<Record<string, string>> =
    speaker === null
      ? {}
      : { access_token: speaker.token, ...(speaker.proof === '' ? {} : { appsecret_proof: speaker.proof }) };
  const address = (base: string, path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(`${base}/${addresses.version}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  return {
    get: async (path, query, shape) =>
      readAnswer(
        await http.send({ method: 'GET', url: address(addresses.graphUrl, path, { ...query, ...own }), signal }),
        shape,
      ),
    post: async (path, fields, shape) =>
      readAnswer(
        await http.send({
          method: 'POST',
          url: address(addresses.graphUrl, path),
          body: formBody({ ...fields, ...own }),
          signal,
        }),
        shape,
      ),
    delete: async (path, shape) =>
      readAnswer(await http.send({ method: 'DELETE', url: address(addresses.graphUrl, path, own), signal }), shape),
    upload: async (path, { host, bodyOf }, shape) => {
      const url = address(host === 'video' ? addresses.videoUrl : addresses.graphUrl, path);
      return readAnswer(
        await http.send({ method: 'POST', url, body: bodyOf(own), signal, timeoutMs: uploadTimeoutMs }),
        shape,
      );
    },
  };
}

const errorShape = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional(),
    is_transient: z.boolean().optional(),
  }),
});

function readAnswer<Shape extends z.ZodType>(reply: Reply, shape: Shape): Step<z.output<Shape>> {
  if (reply.kind !== 'answered') return { kind: 'failed', isMissing: false, outcome: reply };
  const json = parseJson(reply.text);
  const error = errorShape.safeParse(json);
  if (error.success)
    return { kind: 'failed', isMissing: isMissing(error.data.error), outcome: outcomeOf(reply, error.data.error) };
  const value = shape.safeParse(json);
  if (reply.status < 300 && value.success) return { kind: 'done', value: value.data };
  return { kind: 'failed', isMissing: false, outcome: unreadable(reply) };
}

type GraphError = z.output<typeof errorShape>['error'];

/**
 * (#803) names an alias that does not exist; a (#100) may be about anything, and only its subcode 33 or its words say
 * so.
 */
const isMissing = ({ code, error_subcode: subcode, message }: GraphError): boolean =>
  code === 803 || (code === 100 && (subcode === 33 || /does not exist/i.test(message)));

/** The wait if Facebook does not say how long: its windows roll over an hour. */
const defaultWaitSeconds = 600;
const tooFastWaitSeconds = 900;
/** A page that broke the rules is blocked only for a time; Facebook asks to try again later, without saying when. */
const blockedWaitSeconds = 3600;
/** Refusals that only the person can resolve on Facebook, such as a missing page publishing authorisation. */
const wantsThePerson = new Set([1404078, 4854002]);

/**
 * The outcome that a refusal of the Graph API means for a delivery. Source:
 * developers.facebook.com/docs/graph-api/guides/error-handling and /docs/graph-api/overview/rate-limiting (read
 * 2026-11-21); subcodes as seen in production by others.
 */
function outcomeOf(
  answer: Answer,
  {
    message: plain,
    code,
    error_subcode: subcode,
    error_user_msg: forPerson,
    is_transient: isTransient = false,
  }: GraphError,
): Failure {
  const message = `Facebook: ${forPerson ?? plain.replace(/^\(#\d+\)\s*/, '')}`;
  if (subcode === 1390008)
    return { kind: 'rateLimited', ...waitOr(null, tooFastWaitSeconds), scope: 'account', message };
  if (subcode !== undefined && wantsThePerson.has(subcode)) return { kind: 'unauthorized', message };
  if (code === 190 || code === 102)
    return { kind: 'unauthorized', message: 'Facebook no longer accepts this connection' };
  const appFault = appFaultOf({ code, plain });
  if (appFault !== null) return refusedApp(message, appFault);
  if (code === 10 || (code >= 200 && code <= 299)) return { kind: 'unauthorized', message };
  if (code === 4 || code === 341)
    return { kind: 'rateLimited', ...waitOr(waitOf(answer), defaultWaitSeconds), scope: 'app', message };
  if (code === 17 || code === 32 || code === 613 || (code >= 80000 && code <= 80014))
    return { kind: 'rateLimited', ...waitOr(waitOf(answer), defaultWaitSeconds), scope: 'account', message };
  if (code === 368)
    return { kind: 'rateLimited', ...waitOr(waitOf(answer), blockedWaitSeconds), scope: 'account', message };
  if (code === 506 || code === 100) return { kind: 'rejected', message };
  if (code === 1 || code === 2 || isTransient || answer.status >= 500) return { kind: 'unknown', message };
  return { kind: 'rejected', message };
}

/**
 * A refusal of the app: it lacks a capability (3), or is not live, so that only its own people may use it (10 and 200
 * to 299 with those words). Without the words a missing permission is the person's. Source:
 * developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-27).
 */
function appFaultOf({ code, plain }: { code: number; plain: string }): AppFault | null {
  const isPermission = code === 10 || (code >= 200 && code <= 299);
  if (code === 3) return appFaults.capability;
  return isPermission && /development mode|live mode|advanced access|app review/i.test(plain)
    ? appFaults.notLive
    : null;
}

/** The lines for the operator's log. */
const appFaults = {
  capability: 'Facebook does not let the app make that call: look at its use cases in the app dashboard',
  notLive:
    'Facebook does not let the app act for people outside its own: look at its mode and its access levels in the app ' +
    'dashboard',
} as const;

const usageShape = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })));

/** Seconds to wait, from the usage header, which counts minutes; null if it names none. */
function waitOf({ headers }: Answer): number | null {
  const usage = usageShape.safeParse(parseJson(headers['x-business-use-case-usage'] ?? ''));
  const minutes = Math.max(
    0,
    ...Object.values(usage.data ?? {})
      .flat()
      .map((each) => each.estimated_time_to_regain_access),
  );
  return minutes > 0 ? minutes * 60 : null;
}

/** An answer that is not from the Graph API itself. Below 500 and not a success, nothing was created. */
function unreadable({ status }: Answer): Failure {
  const message = `Facebook answered with status ${status} and nothing we can read`;
  if (status === 413) return { kind: 'rejected', message: 'Facebook: the file is too large' };
  if (status === 429) return { kind: 'rateLimited', ...waitOr(null, defaultWaitSeconds), scope: 'app', message };
  return status >= 300 && status < 500 ? { kind: 'unreachable', message } : { kind: 'unknown', message };
}

/** The failure of a request that only prepares or reads, where a lost answer does no harm. */
export const harmless = (outcome: Failure): Exclude<Failure, { kind: 'unknown' }> =>
  outcome.kind === 'unknown' ? { kind: 'unreachable', message: outcome.message } : outcome;
