import { parseJson, retryAfterOf } from '../../outbound/answers.ts';
import type { Http } from '../../outbound/request.ts';
import type { ZodType } from 'zod';
import type { Failure, Quota } from '../source.ts';

/** The settings of a source: the client, its address, its key ('' if it needs none), and its time limit. */
export type Access = { http: Pick<Http, 'send'>; baseUrl: URL; key: string; timeoutMs?: number; otherUrl?: URL };

/** An answer in the shape that the source documents. */
export type Read<Value> = { kind: 'read'; value: Value; quota: Quota | null };

/** One request to a source; `name` is the source's display name. */
export type Question<Value> = {
  access: Access;
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  schema: ZodType<Value>;
  signal: AbortSignal;
  maxBytes?: number;
  /** Parses the answer's text; by default as JSON. */
  parse?: (text: string) => unknown;
  /** The meaning of a refusal, if its status alone does not say it. */
  refusalOf?: (status: number, body: unknown) => Failure | undefined;
};

/** How long a source may take to answer by default, in milliseconds: a person is waiting. */
const defaultTimeoutMs = 8_000;

/**
 * Sends one request to a source. Every error is returned as a Failure whose message contains neither key nor address.
 */
export async function ask<Value>(question: Question<Value>): Promise<Read<Value> | Failure> {
  const { access, name, path, query, headers = {}, schema, signal, maxBytes = 4_000_000, refusalOf } = question;
  const { parse = parseJson } = question;
  const url = new URL(`${access.baseUrl.href.replace(/\/$/, '')}${path}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const reply = await access.http.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json', ...headers },
    signal,
    maxBytes,
    timeoutMs: access.timeoutMs ?? defaultTimeoutMs,
  });
  if (reply.kind !== 'answered')
    return { kind: 'unreachable', message: `${name} did not answer. Please try again later.` };
  const body = parse(reply.text);
  const refusal = refusalOf?.(reply.status, body);
  if (refusal) return refusal;
  if (reply.status < 200 || reply.status > 299) return failureOf(name, reply.status, reply.headers);
  const read = schema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', message: `${name} sent an answer that cannot be read.` };
  return { kind: 'read', value: read.data, quota: quotaOf(reply.headers) };
}

function failureOf(name: string, status: number, headers: Readonly<Record<string, string>>): Failure {
  const isUsedUp = status === 429 || (status === 403 && limitHeader(headers, 'remaining') === '0');
  if (isUsedUp) return limitOf(name, retryAfterOf(headers, new Date()) ?? secondsLeft(headers));
  if (status === 401 || status === 403) return { kind: 'unauthorized', message: `${name} does not accept the key.` };
  if (status >= 500) return { kind: 'unreachable', message: `${name} is not available right now.` };
  return { kind: 'refused', message: `${name} refused the search.` };
}

/** The failure of a source whose quota is used up. */
export const limitOf = (name: string, retryAfterSeconds: number | null): Failure => ({
  kind: 'rateLimited',
  retryAfterSeconds,
  message: `${name} takes no more searches for now.`,
});

/**
 * The limit that `X-RateLimit-Remaining` and `-Reset` state. A reset is in seconds from now or, above a billion, an
 * instant.
 */
function quotaOf(headers: Readonly<Record<string, string>>): Quota | null {
  const left = limitHeader(headers, 'remaining');
  if (!/^\d+(?:\.\d+)?$/.test(left)) return null;
  const seconds = secondsLeft(headers);
  return { left: Math.floor(Number(left)), resetsAt: seconds === null ? null : new Date(Date.now() + seconds * 1000) };
}

/** A header about the quota; X writes `x-rate-limit-…`, Reddit a decimal number. */
const limitHeader = (headers: Readonly<Record<string, string>>, name: string): string =>
  headers[`x-ratelimit-${name}`] ?? headers[`x-rate-limit-${name}`] ?? '';

function secondsLeft(headers: Readonly<Record<string, string>>): number | null {
  const value = limitHeader(headers, 'reset');
  if (!/^\d{1,11}$/.test(value)) return null;
  const reset = Number(value);
  return reset > 1_000_000_000 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : reset;
}
