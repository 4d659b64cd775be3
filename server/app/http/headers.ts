import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Config } from '../../base/settings/config.ts';
import { probeRoutes } from './health.ts';
import { hostsNamed, openHostCheck, parseHost } from './hosts.ts';
import type { HostBrand, HostBrands } from '../../base/brand/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The brand of the requested customer's host; null at our own. */
    hostBrand: HostBrand | null;
  }
}

type Outside = Pick<Config, 'businessFinderUrl' | 'mapTiles'>;

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

/** The policy: frames (a business finder) and map tiles only from the operator's settings. */
function policyOf({ businessFinderUrl: finder, mapTiles: tiles }: Outside): string {
  const frame = finder === null ? '' : `; frame-src ${new URL(finder).origin}`;
  const own = "img-src 'self' data: blob:";
  const policy =
    tiles === null
      ? contentSecurityPolicy
      : contentSecurityPolicy.replace(own, `${own} ${/^https?:\/\/[^/]+/.exec(tiles.url)?.[0] ?? ''}`);
  return policy + frame;
}

/**
 * Files of the build are not documents: their policy only limits what a worker may reach. It is short, because some
 * forty files repeat their headers over HTTP/1.1.
 */
const isAsset = /^\/assets\//;
const assetHeaders = { 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' };

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/**
 * Pages on which a pop-up returns from a network: isolated like the others, they would lose the connection to their
 * opener, which must see them close.
 */
const comesBack = /^\/(popup|social-connect-code|(vimeo|reddit|linkedin|twitter)-callback)\/?(\?|$)/;

/** Pages with a secret address: they send no referrer. */
const carriesToken = /^\/connect\//;

/** Sets the security headers on every reply without stricter ones of its own, and refuses hosts that are not ours. */
export function guardEveryReply(
  app: FastifyInstance,
  { config, hosts }: { config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'sandbox'> & Outside; hosts: HostBrands },
): void {
  const isOurs = openHostCheck(config);
  const policy = policyOf(config);
  app.decorateRequest('hostBrand', null);
  // Every host a request names must be the same customer's.
  const brandAt = (named: readonly string[]): HostBrand | null => {
    const [brand = null, ...others] = named.map((host) => hosts.of(parseHost(host)?.name ?? '') ?? null);
    return others.every((other) => other === brand) ? brand : null;
  };
  // People see this text until the operator configures the address that they use.
  const elsewhere = config.hasPublicUrl
    ? 'This address is not served here'
    : 'This address is not served here. PUBLIC_URL must be set to the address that people use.';
  const isSecure = config.publicUrl.startsWith('https:');

  app.addHook('onRequest', async (request, reply) => {
    if (isAsset.test(request.url)) reply.headers(assetHeaders);
    else reply.headers({ 'x-request-id': request.id, 'content-security-policy': policy, ...headers });
    if (carriesToken.test(request.url)) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    if (comesBack.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    const named = hostsNamed(request.raw);
    if (named === null) return reply.code(400).send({ status: false, message: messages.badRequest });
    // Probes and requests for a certificate come by address.
    const byAddress = [...probeRoutes, '/tls/ask'].includes(request.routeOptions.url ?? '');
    if (byAddress || named.every(isOurs)) return;
    request.hostBrand = brandAt(named);
    if (request.hostBrand !== null) return;
    return reply.code(421).send({ status: false, message: elsewhere });
  });
}
