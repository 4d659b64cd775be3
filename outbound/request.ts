/** The only HTTP client for outbound requests. It never retries. */

import { lookup } from 'node:dns';
import type { Agent } from 'undici';
import { whyNotUsable, type Resolve } from './addresses.ts';
import { openAgent, openGuardedAgent } from './connector.ts';
import type { Exchanged, HttpRequest, Unanswered } from './exchange.ts';
import { firstMessage } from './first-message.ts';
import { defaultMaxBytes } from './limits.ts';
import { follow, type RouteTo } from './redirects.ts';
import { bytesSink, textSink, type Head } from './sinks.ts';
import { fileSink, intoFile, type Stored } from './to-file.ts';

/** An answer read to its end as text. */
export type Answer = Head & { kind: 'answered'; text: string };
/** The result of a request. */
export type Reply = Answer | Unanswered;
/** The result of a request for bytes. */
export type BytesReply = (Head & { kind: 'answered'; bytes: Buffer }) | Unanswered;
/** The result of a download: the file of a success, the text of any other status. */
export type FileReply = (Head & { kind: 'answered'; stored: Stored }) | Unanswered;

/**
 * The origin of an address. 'configured': our configuration, private or not; a redirect to another host is guarded.
 * 'guarded': a person, a network or a source, so only public addresses and the private hosts that the operator allows.
 */
export type Trust = 'configured' | 'guarded';

/** The client with its pools of connections. */
export type Http = {
  /** Requests text from an address of our configuration. */
  send(request: HttpRequest): Promise<Reply>;
  /** Requests text from an address outside our configuration. */
  sendGuarded(request: HttpRequest): Promise<Reply>;
  /** Requests bytes, kept in memory. */
  bytes(request: HttpRequest, options: { trust: Trust }): Promise<BytesReply>;
  /** Streams a successful body into `path`, which must not exist; failures leave no file. Rejects if the disk fails. */
  toFile(request: HttpRequest, options: { trust: Trust; path: string }): Promise<FileReply>;
  /** The first text from a websocket of a configured network; null if none comes in time or it is unreachable. */
  firstMessage(url: URL, options: { signal: AbortSignal; timeoutMs: number }): Promise<string | null>;
  close(): Promise<void>;
};

/**
 * Opens the pools. `allowPrivateHosts`: private `host` or `host:port` that guarded requests may reach, or only some of
 * its paths (`host:port/files/`).
 */
export function openHttp({
  allowPrivateHosts,
  resolve = lookup,
}: {
  allowPrivateHosts: readonly string[];
  resolve?: Resolve;
}): Http {
  const plain = openAgent();
  const whole = allowPrivateHosts.filter((entry) => !entry.includes('/'));
  const inPart = allowPrivateHosts.filter((entry) => entry.includes('/'));
  const strict = openGuardedAgent({ allowPrivateHosts: whole, resolve });
  const partly = openGuardedAgent({
    allowPrivateHosts: [...whole, ...inPart.map((entry) => entry.slice(0, entry.indexOf('/')))],
    resolve,
  });
  const guarded: GuardedAgents = (url) => (inPart.some((entry) => isBelow(url, entry)) ? partly : strict);
  const routes = (trust: Trust, { url }: HttpRequest): RouteTo =>
    trust === 'guarded' ? guardedRoute(guarded) : configuredRoute({ plain, guarded, origin: url.origin });
  const text = async (request: HttpRequest, trust: Trust): Promise<Reply> => {
    const reply = await follow(routes(trust, request), request, (head) =>
      textSink(head, request.maxBytes ?? defaultMaxBytes),
    );
    return reply.kind === 'answered' ? { kind: 'answered', ...reply.head, text: reply.value } : reply;
  };
  return {
    send: (request) => text(request, 'configured'),
    sendGuarded: (request) => text(request, 'guarded'),
    async bytes(request, { trust }) {
      const reply = await follow(routes(trust, request), request, (head) =>
        bytesSink(head, request.maxBytes ?? defaultMaxBytes),
      );
      return reply.kind === 'answered' ? { kind: 'answered', ...reply.head, bytes: reply.value } : reply;
    },
    toFile: (request, { trust, path }) => download(routes(trust, request), request, path),
    firstMessage: (url, options) => firstMessage(plain, url, options),
    close: async () => {
      await Promise.all([plain.close(), strict.close(), partly.close()]);
    },
  };
}

/** The pool for a guarded address: one that reaches a private host in part, or one that does not. */
type GuardedAgents = (url: URL) => Agent;

/** Whether an address is below an entry such as '127.0.0.1:3000/sandbox/files/'. */
const isBelow = (url: URL, entry: string): boolean =>
  `${url.hostname.toLowerCase()}:${url.port || (url.protocol === 'https:' ? '443' : '80')}${url.pathname}`.startsWith(
    entry,
  );

const guardedRoute =
  (agents: GuardedAgents): RouteTo =>
  (url) => {
    const refusal = whyNotUsable(url);
    return refusal === null ? { kind: 'open', agent: agents(url) } : { kind: 'unreachable', message: refusal };
  };

const configuredRoute =
  ({ plain, guarded, origin }: { plain: Agent; guarded: GuardedAgents; origin: string }): RouteTo =>
  (url) =>
    url.origin === origin ? { kind: 'open', agent: plain } : guardedRoute(guarded)(url);

const isSuccess = ({ status }: Head): boolean => status >= 200 && status < 300;

const download = (routeTo: RouteTo, request: HttpRequest, path: string): Promise<FileReply> =>
  intoFile<FileReply>(path, async (file) => {
    const { maxBytes = defaultMaxBytes } = request;
    const reply: Exchanged<Stored> = await follow(routeTo, request, (head) => {
      if (isSuccess(head)) return fileSink(head, { file, maxBytes });
      const text = textSink(head, defaultMaxBytes);
      return { ...text, end: async () => ({ kind: 'text', text: await text.end() }) };
    });
    if (reply.kind !== 'answered') return { result: reply, isFile: false };
    return { result: { kind: 'answered', ...reply.head, stored: reply.value }, isFile: reply.value.kind === 'file' };
  });
