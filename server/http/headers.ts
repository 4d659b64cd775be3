import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const contentSecurityPolicy = [
  "default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "media-src 'self' blob:",
  "connect-src 'self'", "font-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "object-src 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** Pages on which a window comes back from a network: isolated like the others they would be cut off from the page that opened them, which must see them close. */
const comesBack = /^\/(popup|social-connect-code|(vimeo|reddit|linkedin|twitter)-callback)\/?(\?|$)/;

/** Pages whose address is a secret: it is told to nobody. */
const carriesToken = /^\/connect\//;

/** Puts the security headers on every reply that has no stricter ones of its own, and turns away hosts that are not ours. */
export function guardEveryReply(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'sandbox'>): void {
  const hosts = new Set([new URL(config.publicUrl).host.toLowerCase()]);
  const isOurs = (host: string, hostname: string): boolean =>
    !config.hasPublicUrl || hosts.has(host.toLowerCase())
    || (config.sandbox && ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname));
  const isSecure = config.publicUrl.startsWith('https:');

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    if (carriesToken.test(request.url)) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    if (comesBack.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    // Whoever checks our health does so by address.
    if (request.url === '/healthz' || isOurs(request.host, request.hostname)) return;
    await reply.code(421).send({ status: false, message: 'This address is not served here' });
  });
}
