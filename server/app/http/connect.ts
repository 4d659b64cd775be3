import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { consentNetworks } from '#contract/people/accounts-connect.ts';
import type { HostBrands } from '../../base/brand/index.ts';
import { randomBytes } from 'node:crypto';
import { networkNames } from '#rules/eligibility.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { parseHost } from './hosts.ts';
import { visitPage } from './visit-page.ts';

/** Begins a visit to a network: answers the network's address for a ticket, or null for an invalid one. */
export type BeginVisit = (visit: {
  network: string;
  token: string;
  key: string;
  holderId: string;
  now: Date;
}) => Promise<string | null>;

type Visit = { Querystring: Partial<Record<'token' | 'key' | 'user_id' | 'from' | 'wish', unknown>> };

/** A value of an address; '' if it is missing or repeated. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** The maximum duration of a visit. */
const cookieSeconds = 600;

type Origins = { hosts: HostBrands; publicUrl: string };

/** The origin of a customer's host: scheme and port are those of PUBLIC_URL. */
function originAt(host: string, { publicUrl }: Pick<Origins, 'publicUrl'>): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

/** The cookie of a visit that began at a customer's host; '' deletes it. */
const cookieOf = (value: string, { publicUrl }: Pick<Origins, 'publicUrl'>): string =>
  `visit=${value}; Path=/; Max-Age=${value === '' ? 0 : cookieSeconds}; HttpOnly; SameSite=Lax` +
  (publicUrl.startsWith('https:') ? '; Secure' : '');

/**
 * The cookie of the question whether a visit is intended. The browser sends it only with a click on our own page:
 * another site can neither read it nor make the browser send it.
 */
const wishCookieOf = (wish: string, { publicUrl }: Pick<Origins, 'publicUrl'>): string =>
  `visit-wish=${wish}; Path=/api/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict` +
  (publicUrl.startsWith('https:') ? '; Secure' : '');

const isWished = (wish: string, cookie = ''): boolean =>
  /^[\da-f]{64}$/.test(wish) && cookie.split('; ').includes(`visit-wish=${wish}`);

/**
 * Answers `GET /api/connect-<network>`, which the pop-up opens: it redirects to the network's page, or to `/popup` if
 * the ticket was used, is too old or invalid. A pop-up of a customer's host goes through the host of PUBLIC_URL first,
 * which asks the person to confirm and stores the origin in a cookie: networks redirect only to that host.
 */
export function leadToNetworks(
  app: FastifyInstance,
  {
    beginVisit,
    clock,
    refuseFlood,
    ...origins
  }: { beginVisit: BeginVisit; clock: () => Date; refuseFlood: onRequestAsyncHookHandler } & Origins,
): void {
  const { hosts, publicUrl } = origins;
  for (const network of consentNetworks) {
    const address = `/api/connect-${network}`;
    app.get<Visit>(address, { onRequest: refuseFlood }, async ({ query, hostBrand, headers }, reply) => {
      const [token, key, holderId] = [textOf(query.token), textOf(query.key), textOf(query.user_id)];
      const [from, wish] = [textOf(query.from), textOf(query.wish)];
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const customer = hosts.of(from);
      const isFromHost = customer !== undefined;
      // An isolated pop-up would lose the connection to the page of the other host that opened it.
      if (hostBrand !== null || isFromHost) reply.header('cross-origin-opener-policy', 'unsafe-none');
      if (hostBrand !== null) {
        const here = parseHost(headers.host ?? '')?.name ?? '';
        const asked = new URLSearchParams({ token, key, user_id: holderId, from: here });
        return reply.redirect(`${publicUrl}${address}?${asked.toString()}`, 303);
      }
      if (customer !== undefined && !isWished(wish, headers.cookie)) {
        const next = randomBytes(32).toString('hex');
        const asked = new URLSearchParams({ token, key, user_id: holderId, from, wish: next });
        const to = `${address}?${asked.toString()}`;
        const page = visitPage({ brand: customer.brand, host: from, network: networkNames[network], to });
        reply.header('set-cookie', wishCookieOf(next, origins));
        return reply.type('text/html; charset=utf-8').send(page);
      }
      const begun = await beginVisit({ network, token, key, holderId, now: clock() });
      if (begun === null)
        return reply.redirect(`${isFromHost ? originAt(from, origins) : ''}/popup?problem=ticket`, 303);
      if (isFromHost) reply.header('set-cookie', cookieOf(`${hashToken(token).toString('hex')}.${from}`, origins));
      return reply.redirect(begun, 303);
    });
  }
}

const callbacks = /^\/(social-connect-code|(vimeo|reddit|linkedin|twitter)-callback)\/?\?/;

/**
 * Redirects a visitor who returns from a network to the customer's host where this browser began the visit, which has
 * the waiting page and the session. A host that is no longer served is ignored.
 */
export function leadBackToHosts(app: FastifyInstance, origins: Origins): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.hostBrand !== null || !callbacks.test(request.url)) return;
    const host = hostOfVisit(request);
    if (host === null || origins.hosts.of(host) === undefined) return;
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'set-cookie': cookieOf('', origins) })
      .redirect(originAt(host, origins) + request.url, 303);
  });
}

/** The host in the browser's cookie for the returned `state`. */
function hostOfVisit({ url, headers: { cookie = '' } }: Pick<FastifyRequest, 'url' | 'headers'>): string | null {
  const state = new URLSearchParams(url.slice(url.indexOf('?'))).get('state') ?? '';
  const [, begun, host] = /(?:^|; )visit=([\da-f]{64})\.([a-z\d.-]+)(?:;|$)/.exec(cookie) ?? [];
  return begun === undefined || host === undefined || begun !== state ? null : host;
}
