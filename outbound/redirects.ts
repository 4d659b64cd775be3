/** Redirects: opt-in, bounded, checked like any other address, and without credentials for another origin. */

import type { Agent } from 'undici';
import { exchange, type Exchanged, type HttpRequest, type Unanswered } from './exchange.ts';
import { defaultTimeoutMs } from './limits.ts';
import type { Head, Sink } from './sinks.ts';

/** The target of a redirect, or null if the answer is not one. */
export function redirectTarget({ status, headers, url }: Head): URL | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  return URL.canParse(location, url.href) ? new URL(location, url) : null;
}

/** The pool for an address, or why the address is refused. */
export type RouteTo = (url: URL) => { kind: 'open'; agent: Agent } | Unanswered;

/**
 * Sends a request and follows as many redirects of GET and HEAD as it allows, all within its `timeoutMs`. One too many
 * is 'unreachable'; without any the redirect itself is the answer.
 */
export async function follow<Value>(
  routeTo: RouteTo,
  request: HttpRequest,
  sinkOf: (head: Head) => Sink<Value>,
): Promise<Exchanged<Value>> {
  const { method, redirects = 0, timeoutMs = defaultTimeoutMs } = request;
  const startedAt = performance.now();
  let hop = request;
  for (let left = method === 'GET' || method === 'HEAD' ? redirects : 0; ; left -= 1) {
    const route = routeTo(hop.url);
    if (route.kind !== 'open') return route;
    const reply = await exchange(
      route.agent,
      { ...hop, timeoutMs: timeoutMs - (performance.now() - startedAt) },
      sinkOf,
    );
    const target = reply.kind === 'answered' && redirects > 0 ? redirectTarget(reply.head) : null;
    if (target === null || (method !== 'GET' && method !== 'HEAD')) return reply;
    if (left === 0) return { kind: 'unreachable', message: `${hop.url.host} redirects too often` };
    hop = { ...hop, url: target, headers: headersFor(target, hop) };
  }
}

/**
 * The headers that any origin may get; all others (authorization, cookies, keys under any name) stay with their origin.
 */
const harmless = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
]);

/**
 * The headers of a request that are sent to the target of a redirect. An origin is host and port; moving up from http
 * to https stays with it, moving down does not.
 */
export function headersFor(target: URL, { url, headers = {} }: HttpRequest): Readonly<Record<string, string>> {
  const isSame = target.host === url.host && (target.protocol === url.protocol || target.protocol === 'https:');
  return isSame
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));
}
