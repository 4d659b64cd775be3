/** The client in the shape of `fetch`, for the SDKs of vendors. */

import type { Body } from './body.ts';
import type { HttpRequest } from './exchange.ts';
import type { TimeLimits } from './limits.ts';
import type { Http, Trust } from './request.ts';

/** A `fetch` for SDKs instead of the global one. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` over this client: bodies of requests and answers are read whole, answers up to `maxBytes`. No answer is a
 * TypeError whose `cause` has the code 'UNREACHABLE' or 'UNKNOWN'; an abort rejects with the signal's reason.
 * `redirects` limits `redirect: 'follow'`; without it a redirect is an error. NOTE an SDK that retries by itself must
 * be set not to.
 */
export function outboundFetch(
  http: Http,
  { trust, ...limits }: TimeLimits & { trust: Trust; maxBytes?: number; redirects?: number },
): Fetch {
  return async (input, init) => {
    const given = new Request(input, init);
    given.signal.throwIfAborted();
    const redirects = given.redirect === 'follow' ? (limits.redirects ?? 0) : 0;
    const reply = await http.bytes({ ...limits, ...(await requestOf(given)), redirects }, { trust });
    given.signal.throwIfAborted();
    if (reply.kind !== 'answered') throw new TypeError(reply.message, { cause: { code: reply.kind.toUpperCase() } });
    const { status, headers, bytes } = reply;
    if (given.redirect !== 'manual' && status >= 300 && status < 400 && status !== 304)
      throw new TypeError(`${reply.url.host} redirects`, { cause: { code: 'UNREACHABLE' } });
    return new Response(withoutBody.has(status) ? null : new Uint8Array(bytes), { status, headers: decoded(headers) });
  };
}

/** Statuses whose answers have no body. Source: Fetch standard, "null body status". */
const withoutBody = new Set([204, 205, 304]);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** This client sets the framing of a message. */
const ours = new Set(['connection', 'content-length', 'content-type', 'host', 'transfer-encoding']);

async function requestOf(
  given: Request,
): Promise<Pick<HttpRequest, 'method' | 'url' | 'headers' | 'signal'> & { body?: Body }> {
  const method = methods.find((each) => each === given.method);
  if (method === undefined) throw new TypeError(`${given.method} is not a method of this client`);
  const contentType = given.headers.get('content-type') ?? 'application/octet-stream';
  return {
    method,
    url: new URL(given.url),
    headers: Object.fromEntries([...given.headers].filter(([name]) => !ours.has(name))),
    signal: given.signal,
    ...(given.body === null
      ? {}
      : { body: { kind: 'bytes', contentType, bytes: Buffer.from(await given.arrayBuffer()) } }),
  };
}

/** The headers of an answer whose body has been decompressed. */
const decoded = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'content-length'),
  );
