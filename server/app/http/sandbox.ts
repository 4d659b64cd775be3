import { request as open, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import { isOwnPage, isPublic, isSandboxVisit, redeemSandboxLink } from '../../base/settings/sandbox-door.ts';
import type { Config } from '../../base/settings/config.ts';
import { Refusal } from './refusal.ts';

type Door = Pick<Config, 'dataDir' | 'hasPublicUrl' | 'publicUrl'>;

const prefix = '/sandbox';

/** Request headers that are passed to the sandbox: none that authenticate or locate a person. */
const passedOn = new Set(['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'range', 'user-agent']);
const passedWithBody = new Set([...passedOn, 'content-length', 'content-type']);

/**
 * Response headers of the sandbox that are passed on: those about its body, its redirects, and the policy of its own
 * pages.
 */
const passedBack = new Set([
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'referrer-policy',
]);

/** A part of a path as RFC 3986 (3.3) spells it. */
const spelledPart = /^(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*$/i;

/**
 * The sandbox's address for one of the product's ('/sandbox/t.me/x?y' -> '/t.me/x?y'); null for a path that is not
 * plain (empty parts, dots, hidden separators), or that reaches the sandbox's controls in any encoding.
 */
export function sandboxPath(url: string): string | null {
  const [, path = '', query = ''] = /^\/sandbox(\/[^?#]*)(\?[^#]*)?$/.exec(url) ?? [];
  const parts = path.split('/').slice(1);
  const isPlain =
    parts.length > 0 &&
    parts.every((part, index) => spelledPart.test(part) && (part !== '' || index === parts.length - 1));
  return isPlain && parts.map(decoded).every(isHarmless) ? path + query : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const isHarmless = (part: string | null): boolean =>
  part !== null && part !== '.' && part !== '..' && !/[/\\\p{Cc}]/u.test(part) && !/^control$/i.test(part);

/**
 * Forwards `/sandbox/…` to the sandbox, so that its pages and pictures are seen under our own address. At a public
 * address its own pages open only to a browser that came by the operator's link.
 */
export function passToSandbox(app: FastifyInstance, sandboxUrl: string, config: Door): void {
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The page's links are relative, so its address must end in a slash.
    if (request.url === prefix) return reply.redirect(`${prefix}/`);
    const path = sandboxPath(request.url);
    if (path === null) throw new Refusal(404, messages.notFound);
    if (isPublic(config) && isOwnPage(path) && !isVisitor(request, config)) return openDoor(request, reply, config);
    const answer = await forward(request, reply, addressOf(path, sandboxUrl));
    return reply
      .code(answer.statusCode ?? 502)
      .headers(chosen(answer.headers, passedBack))
      .send(answer);
  };
  // Its pages name their parts relative to their own folder.
  app.get(prefix, pass);
  app.route({ method: ['GET', 'HEAD', 'POST'], url: `${prefix}/*`, handler: pass });
}

const isVisitor = ({ headers: { cookie = '' } }: FastifyRequest, config: Door): boolean => {
  const [, token] = /(?:^|; )sandbox=([\da-f]{64})(?:;|$)/.exec(cookie) ?? [];
  return token !== undefined && isSandboxVisit(config, token);
};

/** Begins a visit by the link's key; without a valid one, says how to get a link. */
function openDoor(request: FastifyRequest, reply: FastifyReply, config: Door): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const [, key] = /^\/sandbox\/\?key=([\da-f]{64})$/.exec(request.url) ?? [];
  const visit = key === undefined || request.method !== 'GET' ? null : redeemSandboxLink(config, key);
  if (visit === null) return reply.code(403).type('text/plain; charset=utf-8').send(messages.sandboxClosed);
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `sandbox=${visit}; Path=${prefix}; HttpOnly; SameSite=Lax${secure}`);
  return reply.redirect(`${prefix}/`, 303);
}

/**
 * The sandbox's URL of a path. NOTE not `new URL(path, base)`, which takes a host from a path that begins with two
 * slashes.
 */
function addressOf(path: string, sandboxUrl: string): URL {
  const address = new URL(sandboxUrl);
  const [pathname = '', query = ''] = path.split(/\?(.*)/s);
  address.pathname = pathname;
  address.search = query;
  return address;
}

const chosen = (headers: IncomingHttpHeaders, names: ReadonlySet<string>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value !== undefined && names.has(name) ? [[name, value]] : [])),
  );

function forward(request: FastifyRequest, reply: FastifyReply, address: URL): Promise<IncomingMessage> {
  const hasBody = request.method === 'POST';
  // RFC 9110, 7.6.3: a proxy names itself. The sandbox refuses control calls that come through one.
  const headers = { ...chosen(request.headers, hasBody ? passedWithBody : passedOn), via: '1.1 agencyreel' };
  return new Promise((resolve, reject) => {
    const onward = open(address, { method: request.method, headers }, resolve);
    // Also handles failures after the answer has begun; the browser then sees a broken answer.
    onward.on('error', () => reject(new Refusal(502, 'The sandbox does not answer')));
    reply.raw.once('close', () => onward.destroy());
    // NOTE the body of a GET would be forwarded without framing: the sandbox would read it as the next request.
    if (hasBody) request.raw.pipe(onward);
    else onward.end();
  });
}
