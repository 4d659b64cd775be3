/** The only place that opens a socket to a network. Nothing here retries, and nothing here logs: addresses carry tokens. */

import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, buildConnector, WebSocket, type Dispatcher } from 'undici';
import { ForbiddenAddress, isPublicAddress, publicLookupBy, whyNotUsable, type Resolve } from './addresses.ts';
import { describeFailure } from './failures.ts';

/** What a request carries: bytes in hand, or a stream whose size is known so that it goes out with a content-length. */
export type Body =
  | { kind: 'bytes'; contentType: string; bytes: Buffer }
  | { kind: 'readable'; contentType: string; sizeBytes: number; chunks(): AsyncIterable<Uint8Array> };

/** One request. `timeoutMs` covers it from the call to the last byte of the reply. */
export type HttpRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: Body;
  signal: AbortSignal;
  timeoutMs?: number;
};

/** An answer read to its end, at the address that gave it. Header names are lower case. */
export type Answer = { kind: 'answered'; status: number; headers: Readonly<Record<string, string>>; text: string; url: URL };

/**
 * What came of a request. 'unreachable': the network surely did not get it whole. 'unknown': it may have, and no readable answer came.
 * Messages name the host and never the path.
 */
export type Reply = Answer | { kind: 'unreachable'; message: string } | { kind: 'unknown'; message: string };

/** `send` speaks to addresses of our configuration; `sendGuarded` to those a person gave. */
export type Http = {
  send(request: HttpRequest): Promise<Reply>;
  /** Public addresses only; follows up to three redirects of GET and HEAD, without the authorization once the host changes or TLS is lost. */
  sendGuarded(request: HttpRequest): Promise<Reply>;
  /** The first text a websocket of our configuration's networks says; null when it says none in time or cannot be reached. */
  firstMessage(url: URL, options: { signal: AbortSignal; timeoutMs: number }): Promise<string | null>;
  close(): Promise<void>;
};

const connectTimeoutMs = 10_000;
const defaultTimeoutMs = 30_000;
const maxReplyBytes = 2_000_000;
const maxRedirects = 3;

/**
 * Keep-alive sockets are left after 2 s without use. A server that closes an idle socket just as we write to it makes an 'unknown' out
 * of nothing; the shortest idle time-outs in the field (Apache, Node, LiteSpeed) are 5 s, so ours is always the side that hangs up first.
 */
const pool = { keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };

/** Opens the pools; `allowPrivateHosts` lists the private `host` or `host:port` that people may name. */
export function openHttp({ allowPrivateHosts, resolve = lookup }: { allowPrivateHosts: readonly string[]; resolve?: Resolve }): Http {
  const plain = new Agent({ ...pool, allowH2: false, connect: buildConnector({ allowH2: false, timeout: connectTimeoutMs }) });
  const guarded = new Agent({ ...pool, allowH2: false, connect: guardedConnector(allowPrivateHosts, resolve) });
  return {
    send: (request) => exchange(plain, request),
    sendGuarded: (request) => follow(guarded, request, maxRedirects),
    firstMessage: (url, options) => firstMessage(plain, url, options),
    close: async () => {
      await Promise.all([plain.close(), guarded.close()]);
    },
  };
}

async function follow(agent: Agent, request: HttpRequest, redirectsLeft: number): Promise<Reply> {
  const refusal = whyNotUsable(request.url);
  if (refusal !== null) return { kind: 'unreachable', message: refusal };
  const reply = await exchange(agent, request);
  const target = reply.kind === 'answered' && (request.method === 'GET' || request.method === 'HEAD') ? redirectTarget(reply) : null;
  if (target === null) return reply;
  if (redirectsLeft === 0) return { kind: 'unreachable', message: `${request.url.host} redirects too often` };
  return follow(agent, { ...request, url: target, headers: headersFor(target, request) }, redirectsLeft - 1);
}

/** Where an answer sends its reader, or null when it is no redirect. */
export function redirectTarget(answer: Answer): URL | null {
  const location = answer.headers['location'];
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return null;
  return URL.canParse(location, answer.url.href) ? new URL(location, answer.url) : null;
}

function headersFor(target: URL, { url, headers = {} }: HttpRequest): Readonly<Record<string, string>> {
  const keepsSecret = target.host === url.host && (target.protocol === url.protocol || target.protocol === 'https:');
  if (keepsSecret) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

function firstMessage(agent: Agent, url: URL, { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }): Promise<string | null> {
  return new Promise((settle) => {
    const socket = new WebSocket(url, { dispatcher: agent });
    const end = (message: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      settle(message);
      socket.close();
    };
    const giveUp = (): void => end(null);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp);
    socket.addEventListener('message', ({ data }: { data: unknown }) => end(typeof data === 'string' ? data : null));
    socket.addEventListener('error', giveUp);
    socket.addEventListener('close', giveUp);
    if (signal.aborted) giveUp();
  });
}

/** How much of a request has left us; decides between 'unreachable' and 'unknown' when it fails. */
type Progress = { wholeSent: boolean };

function exchange(agent: Agent, request: HttpRequest): Promise<Reply> {
  const { url, body, signal } = request;
  return new Promise((settle) => {
    const progress: Progress = { wholeSent: false };
    const chunks: Buffer[] = [];
    let received = 0;
    let head: { status: number; headers: Record<string, string> } | null = null;
    let abort: ((reason: Error) => void) | null = null;
    let failed: Error | null = null;

    const finish = (reply: Reply): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle(reply);
    };
    const fail = (error: Error): void => {
      failed ??= error;
      finish({ kind: progress.wholeSent ? 'unknown' : 'unreachable', message: describeFailure(failed, url) });
      abort?.(failed);
    };
    const onAbort = (): void => fail(new Error('stopped', { cause: { code: 'STOPPED' } }));
    const timer = setTimeout(() => fail(new Error('time-out', { cause: { code: 'TIMED_OUT' } })), request.timeoutMs ?? defaultTimeoutMs);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) return onAbort();

    agent.dispatch(optionsOf(request, progress), {
      // undici calls this when it has a connected socket and is about to write the head: nothing has left us before.
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason);
        if (failed !== null) return controller.abort(failed);
        if (body?.kind !== 'readable') progress.wholeSent = true;
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) head = { status, headers: flatten(headers) };
      },
      onResponseData(_controller, chunk) {
        received += chunk.byteLength;
        if (received > maxReplyBytes) fail(new Error('too large', { cause: { code: 'REPLY_TOO_LARGE' } }));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        if (head === null) return;
        try {
          finish({ kind: 'answered', ...head, text: decode(Buffer.concat(chunks), head.headers['content-encoding']), url });
        } catch (error) {
          fail(new Error('unreadable', { cause: { code: 'UNREADABLE', error } }));
        }
      },
      onResponseError(_controller, error) {
        fail(error);
      },
    });
  });
}

function optionsOf({ method, url, headers, body }: HttpRequest, progress: Progress): Dispatcher.DispatchOptions {
  const base = { origin: url.origin, path: url.pathname + url.search, method };
  const common = { 'accept-encoding': 'identity', 'user-agent': 'AgencyReel', ...headers };
  switch (body?.kind) {
    case undefined:
      return { ...base, headers: common };
    case 'bytes':
      return { ...base, headers: { ...common, 'content-type': body.contentType }, body: body.bytes };
    case 'readable':
      return {
        ...base,
        headers: { ...common, 'content-type': body.contentType, 'content-length': String(body.sizeBytes) },
        body: Readable.from(watched(body, progress), { objectMode: false }),
      };
    default:
      return body satisfies never;
  }
}

/** Passes the bytes on and marks the request as sent right before its last one goes: framed by its length, it cannot be complete without. */
async function* watched(body: Extract<Body, { kind: 'readable' }>, progress: Progress): AsyncGenerator<Uint8Array> {
  let given = 0;
  try {
    for await (const chunk of body.chunks()) {
      given += chunk.byteLength;
      if (given >= body.sizeBytes) progress.wholeSent = true;
      yield chunk;
    }
  } catch (error) {
    throw new Error('file', { cause: { code: 'FILE_UNREADABLE', error } });
  }
}

/** Text of a reply. We ask for none, yet some firewalls and caches compress whatever passes. */
function decode(bytes: Buffer, encoding: string | undefined): string {
  const options = { maxOutputLength: maxReplyBytes };
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options).toString('utf8');
    case 'deflate':
      return inflateSync(bytes, options).toString('utf8');
    case 'br':
      return brotliDecompressSync(bytes, options).toString('utf8');
    default:
      return bytes.toString('utf8');
  }
}

function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));
}

/**
 * Opens sockets to public addresses only, checked at the moment of connecting, so that a name that changes its address gains nothing.
 * `allowPrivateHosts` names exceptions as `host` or `host:port`, e.g. `127.0.0.1:44000`.
 */
function guardedConnector(allowPrivateHosts: readonly string[], resolve: Resolve): buildConnector.connector {
  const allowed = new Set(allowPrivateHosts.map((entry) => entry.toLowerCase()));
  const free = buildConnector({ allowH2: false, timeout: connectTimeoutMs });
  const checked = buildConnector({ allowH2: false, timeout: connectTimeoutMs, lookup: publicLookupBy(resolve), port: 0 });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (allowed.has(host) || allowed.has(`${host}:${port}`)) return free(options, done);
    // NOTE net.connect never calls `lookup` for a literal address, so literals are judged here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new ForbiddenAddress('private address'), null);
    return checked(options, done);
  };
}
